// The JSON of Dragon Dice: its words, and what it refuses to read.
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

#include <nlohmann/json.hpp>

#include "rules/dragondice/rules.h"
#include "tests/rules/dragondice/states.h"

using namespace wyrmhall::rules;
using dragondice::Action;
using dragondice::ActionKind;
using dragondice::Options;
using nlohmann::json;

namespace {

void check_action(const Action& action, const char* text) {
  CHECK(json(action) == json::parse(text));
  CHECK(json::parse(text).get<Action>() == action);
}

template <class T>
bool is_read(const std::string& text) {
  try {
    (void)json::parse(text).get<T>();
    return true;
  } catch (const NotationError& error) {
    CHECK(std::string(error.what()).size() > 5);
    return false;
  }
}

}  // namespace

TEST_CASE("decisions are written as the rulebook has them") {
  using K = ActionKind;
  check_action({.kind = K::attack_terrain, .to = {2}}, R"({"type":"attack_terrain","terrain":2})");
  check_action({.kind = K::designate, .dragon = 1, .other = 3}, R"({"type":"designate","dragon":1,"target":3})");
  check_action({.kind = K::breath_order, .dragon = 0}, R"({"type":"breath_order","dragon":0})");
  check_action({.kind = K::breath_kills, .dragon = 0, .units = dragondice::Units::from_bits(0b1011)},
               R"({"type":"breath_kills","dragon":0,"units":[0,1,3]})");
  check_action({.kind = K::promote, .unit = 4, .other = 0}, R"({"type":"promote","unit":4,"with":0})");
  check_action({.kind = K::promote}, R"({"type":"promote","unit":null,"with":null})");
  check_action({.kind = K::bash, .unit = 63, .dragon = 5}, R"({"type":"bash","unit":63,"dragon":5})");
  check_action({.kind = K::regenerate, .unit = 2, .pick = dragondice::kSaves},
               R"({"type":"regenerate","unit":2,"pick":"saves"})");
  check_action({.kind = K::regenerate, .unit = 2, .pick = dragondice::kDone},
               R"({"type":"regenerate","unit":2,"pick":"done"})");
  check_action({.kind = K::regenerate, .unit = 2, .pick = {7}}, R"({"type":"regenerate","unit":2,"pick":7})");
  check_action({.kind = K::allocate, .pool = dragondice::Pool::id_feral, .melee = 1, .missile = 0, .save = 2},
               R"({"type":"allocate","pool":"id_feral","melee":1,"missile":0,"save":2})");
  dragondice::Hits hits;
  hits.set(0, dragondice::Hit::missile);
  hits.set(5, dragondice::Hit::melee);
  check_action({.kind = K::hits, .slay = hits}, R"({"type":"hits","slay":[[0,"missile"],[5,"melee"]]})");
  check_action({.kind = K::hits}, R"({"type":"hits","slay":[]})");
  check_action({.kind = K::casualties, .units = dragondice::Units::of(63)}, R"({"type":"casualties","units":[63]})");
  check_action({.kind = K::regroup, .unit = 6, .to = dragondice::kReserve}, R"({"type":"regroup","unit":6,"to":"R"})");
  check_action({.kind = K::regroup}, R"({"type":"regroup","unit":null,"to":null})");
  check_action({.kind = K::call, .dragon = 3, .to = {1}}, R"({"type":"call","dragon":3,"to":1})");
  check_action({.kind = K::call}, R"({"type":"call","dragon":null,"to":null})");
}

TEST_CASE("what is no decision is not read") {
  for (const char* text : {R"([])",
                           R"({})",
                           R"({"type":"sleep"})",
                           R"({"type":"hits"})",
                           R"({"type":"hits","slay":{}})",
                           R"({"type":"hits","slay":[[0]]})",
                           R"({"type":"hits","slay":[[0,"none"]]})",
                           R"({"type":"hits","slay":[[6,"melee"]]})",
                           R"({"type":"hits","slay":[[1,"melee"],[0,"melee"]]})",
                           R"({"type":"hits","slay":[[1,"melee"],[1,"missile"]]})",
                           R"({"type":"casualties","units":[1,0]})",
                           R"({"type":"casualties","units":[1,1]})",
                           R"({"type":"casualties","units":[64]})",
                           R"({"type":"casualties","units":[-1]})",
                           R"({"type":"casualties","units":3})",
                           R"({"type":"casualties","units":[0],"dragon":1})",
                           R"({"type":"regroup","unit":1,"to":3})",
                           R"({"type":"regroup","unit":1,"to":"X"})",
                           R"({"type":"regroup","unit":1})",
                           R"({"type":"regroup","unit":255,"to":1})",
                           R"({"type":"regroup","unit":256,"to":1})",
                           R"({"type":"regenerate","unit":1,"pick":"all"})",
                           R"({"type":"regenerate","unit":1,"pick":64})",
                           R"({"type":"allocate","pool":"ids","melee":0,"missile":0,"save":0})",
                           R"({"type":"allocate","pool":"id","melee":256,"missile":0,"save":0})",
                           R"({"type":"call","dragon":"x","to":null})"}) {
    CHECK_MESSAGE(!is_read<Action>(text), text);
  }
}

TEST_CASE("options are written as they are read") {
  const auto round_trip = [](const char* text) {
    const auto options = json::parse(text).get<Options>();
    CHECK(json(options).get<Options>() == options);
    return options;
  };
  CHECK(round_trip("{}") == Options{});
  CHECK(json(Options{})["armies"] == json::parse(R"(["coral_elf_30","dwarf_30"])"));
  CHECK(json(Options{})["frontier"] == "flatland_tower");
  const auto given = round_trip(R"({"armies":["treefolk_30",{"home":["dwarf_footman"],"campaign":["feral_hound_folk"],
      "horde":["goblin_troll","goblin_troll"],"home_terrain":"feyland_vortex","frontier_terrain":"coastland_castle"}],
      "dragons":[[["white","wyrm"]],[]],"rounds":50})");
  CHECK(given.armies[1].horde.size() == 2);
  CHECK(json(given)["armies"][1]["horde"][0] == "goblin_troll");
  CHECK(json(given)["dragons"] == json::parse(R"([[["white","wyrm"]],[]])"));
  CHECK(round_trip(R"({"points":24})").points == 24);
  CHECK(!json(Options{}).contains("points"));
  for (const char* text :
       {R"({"round":3})", R"({"rounds":"3"})", R"({"armies":"dwarf_30"})", R"({"armies":["dwarf"]})",
        R"({"armies":[{"home":["dwarf_footman"]}]})", R"({"armies":[{"home":["footman"],"campaign":[],"horde":[],
            "home_terrain":"feyland_city","frontier_terrain":"feyland_city"}]})",
        R"({"dragons":null})", R"({"dragons":[["white"]]})", R"({"dragons":[[["white","snake"]]]})",
        R"({"frontier":"moor_tower"})", R"({"species_abilities":1})", R"({"points":30})"}) {
    CHECK_MESSAGE(!is_read<Options>(text), text);
  }
}

TEST_CASE("the content is what the table says") {
  using dragondice::Icon;
  const auto& centaur = dragondice::unit_data(dragondice::unit_named("amazon_centaur").value());
  CHECK(centaur.health == 4);
  CHECK(centaur.sides == 10);
  CHECK(centaur.faces[2].icon == Icon::kick);
  CHECK(centaur.faces[9].icon == Icon::maneuver);
  int rising = 0;
  for (const auto& unit : dragondice::kUnits) {
    CHECK(unit.sides == (unit.health == 4 ? 10 : 6));
    int ids = 0;
    for (int face = 0; face < unit.sides; ++face) {
      const auto& shown = unit.faces[static_cast<std::size_t>(face)];
      if (shown.icon != Icon::id) continue;
      ++ids;
      CHECK(shown.number == unit.health);
    }
    CHECK(ids == 1);
    rising += unit.rises ? 1 : 0;
  }
  CHECK(rising == 1);
  CHECK(!dragondice::unit_named("amazon"));
  CHECK(dragondice::kTerrainNames[Options{}.frontier] == "flatland_tower");
  CHECK(dragondice::elements_of(Options{}.frontier) == (dragondice::kAir | dragondice::kEarth));
  for (std::uint8_t preset = 0; preset < dragondice::kPresets; ++preset) {
    Options options;
    options.armies = {{.preset = preset}, {.preset = preset}};
    CHECK(!dragondice::check_options(options));
  }
}
