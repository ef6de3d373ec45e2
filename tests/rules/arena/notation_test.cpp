// The JSON of Dragons Arena: its words, and what it refuses to read.
#include "rules/arena/notation.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rules/arena/rules.h"
#include "rules/dice/fast_dice.h"
#include "tests/rules/arena/states.h"

using namespace wyrmhall::rules;
using Json = nlohmann::json;
using arena::ActionKind;

namespace {

template <class T>
std::string complaint(const std::string& text) {
  try {
    (void)Json::parse(text).get<T>();
  } catch (const NotationError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("actions and events are written in the rulebook's words") {
  CHECK(Json(arena::Action{.kind = ActionKind::eliminate, .square = 4, .to = 5}) ==
        Json::parse(R"({"do":"eliminate","from":4,"to":5})"));
  CHECK(Json(arena::Action{.kind = ActionKind::trigger, .square = 4}) == Json::parse(R"({"do":"power","target":4})"));
  CHECK(Json(arena::Action{.kind = ActionKind::trigger, .square = 4, .to = 0}) ==
        Json::parse(R"({"do":"power","target":4,"to":0})"));
  CHECK(Json(arena::Action{.kind = ActionKind::pair, .power = 2}) == Json::parse(R"({"do":"pair","low":2})"));
  CHECK(Json(arena::Event(arena::Supremacy{})) == Json::parse(R"({"e":"supremacy","winner":null})"));
}

TEST_CASE("options have their defaults, and nothing unknown in them") {
  CHECK(Json::parse("{}").get<arena::Options>() == arena::Options{});
  CHECK(complaint<arena::Options>(R"({"lives":3})") == "lives: is not a field of this");
  CHECK(complaint<arena::Options>(R"({"placement":"huge"})") ==
        "placement: must be one of baby, little, big, equal, free");
  for (const char* text : {"[]", R"({"nuggets":"3"})", R"({"nuggets":1e300})", R"({"max_duels":-9223372036854775808})",
                           R"({"master":1})", R"({"fire_seat":null})", R"({"difficulty":0})"}) {
    CHECK_MESSAGE(!complaint<arena::Options>(text).empty(), text);
  }
}

TEST_CASE("hostile actions and events are refused with a sentence") {
  for (const char* text :
       {"null", "{}", R"({"do":"bite"})", R"({"do":"allocate","powers":[1,2,3]})",
        R"({"do":"allocate","powers":[1,2,3,4,5,6,6,999]})", R"({"do":"allocate","powers":{}})",
        R"({"do":"place","power":1})", R"({"do":"place","power":1,"square":-1})", R"({"do":"eliminate","from":1})",
        R"({"do":"eliminate","from":1,"to":2,"power":3})", R"({"do":"power","target":1,"to":255})",
        R"({"do":"power","target":1,"to":null})", R"({"do":"modify","square":1,"power":1.5})"}) {
    CHECK_MESSAGE(!complaint<arena::Action>(text).empty(), text);
  }
  for (const char* text : {"null", "{}", R"({"e":"storm"})", R"({"e":"lots","roll":3})", R"({"e":"eliminated"})",
                           R"({"e":"eliminated","square":16})", R"({"e":"reveal","fire":[1,2,3,4,5,6,6,6,6],"ice":[]})",
                           R"({"e":"supremacy","winner":2})", R"({"e":"duel","duel":1})"}) {
    CHECK_MESSAGE(!complaint<arena::Event>(text).empty(), text);
  }
}

TEST_CASE("a state that could not have come about is refused, whatever field is bent") {
  arena::Options options;
  FastDice dice(1);
  const Json good = start<arena::Game>(options, 1, dice).value();
  REQUIRE_NOTHROW((void)good.get<arena::State>());
  for (const auto& [path, value] : std::initializer_list<std::pair<const char*, Json>>{
           {"/to_move", nullptr},
           {"/starter", nullptr},
           {"/to_move", 2},
           {"/winner", 0},
           {"/phase", "over"},
           {"/phase", "place"},
           {"/phase", "pair"},
           {"/pending", "shuffle"},
           {"/pending", "throws"},
           {"/step", 3},
           {"/board/0", nullptr},  // fifteen words more would still be sound, but the list must have sixteen
           {"/board/0/power", 0},
           {"/board/0/power", 7},
           {"/board/0/species", 2},
           {"/board", Json::array()},
           {"/pool", Json::array({Json::array({1}), Json::array()})},
           {"/pool", Json::array({"hidden", Json::array()})},
           {"/pool", Json::array()},
           {"/duel", 9},
           {"/duel", 0},
           {"/stall", 200},
           {"/nuggets", Json::array({2, 0})},
           {"/nuggets", Json::array({0})},
           {"/setup/max_duels", 0},
           {"/setup/nuggets", 0},
           {"/setup/fire_seat", 2},
           {"/results", 0},
       }) {
    Json bent = good;
    if (std::string_view(path) == "/board/0" && value.is_null()) {
      bent["board"].erase(0);
    } else {
      bent[Json::json_pointer(path)] = value;
    }
    CHECK_THROWS_AS_MESSAGE((void)bent.get<arena::State>(), NotationError, std::string(path));
  }
}

TEST_CASE("a hidden allocation is written as such, and read back") {
  arena::Options options;
  options.placement = arena::Placement::big;
  FastDice dice(1);
  auto state = start<arena::Game>(options, 1, dice).value();
  REQUIRE_FALSE(apply<arena::Game>(state, 0, {.kind = ActionKind::allocate, .powers = {1, 1, 2, 3, 4, 5, 6, 6}}, dice));
  const auto seen = arena::Game::conceal(state, kSpectator);
  const Json json = seen;
  CHECK(json["pool"] == Json::parse(R"(["hidden",[]])"));
  CHECK(json.get<arena::State>() == seen);
  CHECK(Json(arena::Game::conceal(state, Viewer{0})) == Json(state));
}
