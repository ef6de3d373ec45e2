// The JSON of Dice & Dragons: its words, and what it refuses to read.
#include "rules/hunt/notation.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rules/dice/fast_dice.h"
#include "rules/hunt/rules.h"
#include "tests/rules/hunt/states.h"

using namespace wyrmhall::rules;
using Json = nlohmann::json;
using hunt::Action;
using hunt::ActionKind;
using hunt::Skill;

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

// That it is written so, and read back.
template <class T>
void check_written(const T& value, const char* text) {
  CHECK(Json(value) == Json::parse(text));
  CHECK(Json::parse(text).get<T>() == value);
}

}  // namespace

TEST_CASE("actions are written in the rulebook's words") {
  check_written(Action{.kind = ActionKind::roll, .dice = {0, 2}}, R"({"type":"roll","dice":[0,2],"blessing":false})");
  check_written(Action{.kind = ActionKind::item, .slot = 1, .place = -1},
                R"({"type":"item","slot":1,"target":-1,"dice":[]})");
  check_written(Action{.kind = ActionKind::skill, .dice = {1, 3}, .targets = {2}, .items = {0}, .skill = Skill::mend},
                R"({"type":"skill","skill":"mend","dice":[1,3],"targets":[2],"items":[0]})");
  check_written(Action{.kind = ActionKind::general, .dice = {0, 1, 2}, .skill = Skill::jab, .cover = Skill::heal},
                R"({"type":"general","skill":"jab","dice":[0,1,2],"targets":[],"items":[],"cover":"heal"})");
  check_written(Action{.kind = ActionKind::fail}, R"({"type":"fail","cover":null})");
  check_written(Action{.kind = ActionKind::assist, .place = -1}, R"({"type":"assist","die":-1})");
  check_written(Action{.kind = ActionKind::flee, .yes = true}, R"({"type":"flee","yes":true})");
  check_written(Action{.kind = ActionKind::resurrect, .hero = 1, .other = 2},
                R"({"type":"resurrect","hero":1,"payer":2})");
  check_written(Action{.kind = ActionKind::buy, .hero = 1, .place = 0, .item = hunt::Item::fate_stone},
                R"({"type":"buy","hero":1,"item":"fate_stone","drop":0})");
  check_written(Action{.kind = ActionKind::give, .slot = 1, .other = 3}, R"({"type":"give","hero":0,"slot":1,"to":3})");
  check_written(Action{.kind = ActionKind::improve, .skill = Skill::drain_life, .part = hunt::Part::heal},
                R"({"type":"improve","hero":0,"skill":"drain_life","part":"heal"})");
  check_written(Action{.kind = ActionKind::group, .other = 1}, R"({"type":"group","hero":0,"group":1})");
  check_written(Action{.kind = ActionKind::share, .hero = 2, .other = 1}, R"({"type":"share","hero":2,"to":1})");
  check_written(Action{.kind = ActionKind::swap, .hero = 2, .newcomer = hunt::Class::rogue},
                R"({"type":"swap","hero":2,"newcomer":"rogue"})");
  check_written(Action{.kind = ActionKind::swap, .hero = 2, .other = 1},
                R"({"type":"swap","hero":2,"newcomer":null,"back":1})");
}

TEST_CASE("the reports are written in the rulebook's words") {
  check_written(
      hunt::Event(hunt::Activation{.hero = 1,
                                   .type = hunt::ActivationType::general,
                                   .skill = Skill::jab,
                                   .damage = 2,
                                   .counter = 3,
                                   .counterDamage = 9}),
      R"({"e":"activation","hero":1,"type":"general","skill":"jab","damage":2,"counter":3,"counterDamage":9})");
  check_written(
      hunt::Event(hunt::Rolled{.hero = 2, .slots = {1, 3}, .dice = {hunt::Symbol::holy, hunt::Symbol::dragon}}),
      R"({"e":"rolled","hero":2,"slots":[1,3],"dice":["H","G"]})");
  check_written(hunt::Event(hunt::Activation{}),
                R"({"e":"activation","hero":0,"type":"fail","skill":null,"damage":0,"counter":0,"counterDamage":0})");
  hunt::FuryRow row{.dragon = 1, .symbols = 2};
  row.loss.set(0, 7);
  row.loss.set(3, 0);
  check_written(hunt::Event(hunt::Fury{.fury = {row}}),
                R"({"e":"fury","fury":[{"dragon":1,"symbols":2,"loss":{"0":7,"3":0}}]})");
  hunt::HuntEnd end{.outcome = hunt::HuntOutcome::victory, .chapter = 3, .rounds = 4, .dead = {1}};
  end.xp.set(0, 4);
  end.gold.set(0, 3);
  end.levels.set(0, hunt::Gains{3, 1});
  check_written(hunt::Event(end), R"({"e":"end","outcome":"victory","chapter":3,"rounds":4,"xp":{"0":4},"gold":{"0":3},
                                      "levels":{"0":[3,1]},"dead":[1]})");
}

TEST_CASE("options have their defaults, and nothing unknown in them") {
  CHECK(Json::parse("{}").get<hunt::Options>() == hunt::Options{});
  const auto options = Json::parse(R"({"heroes":[{"seat":1,"class":"custom","symbol":"D","skills":["stab",
      {"id":"fireball","plus":1,"part":"attack"}],"items":["lucky_charm"],"alive":false}]})")
                           .get<hunt::Options>();
  CHECK((*options.heroes[0].skills)[0] == hunt::HeroSkill{.id = Skill::stab});
  CHECK((*options.heroes[0].skills)[1].part == hunt::Part::attack);
  CHECK(!options.heroes[0].alive);
  CHECK(complaint<hunt::Options>(R"({"lives":3})") == "lives: is not a field of this");
  CHECK(complaint<hunt::Options>(R"({"heroes":[{"seat":0}]})") == "class: is missing");
  for (const char* text :
       {"[]", R"({"chapter":"3"})", R"({"roundLimit":1e300})", R"({"campaign":1})", R"({"dragons":["smaug"]})",
        R"({"heroes":{}})", R"({"heroes":[{"class":"warrior"}]})", R"({"heroes":[{"seat":0,"class":"bard"}]})",
        R"({"heroes":[{"seat":0,"class":"warrior","xp":-1}]})",
        R"({"heroes":[{"seat":0,"class":"warrior","name":"A"}]})",
        R"({"heroes":[{"seat":0,"class":"warrior","skills":[{"plus":1}]}]})",
        R"({"heroes":[{"seat":0,"class":"warrior","skills":[{"id":"cleave","plus":2}]}]})",
        R"({"heroes":[{"seat":0,"class":"warrior","skills":[3]}]})",
        R"({"heroes":[{"seat":0,"class":"warrior","items":["sword"]}]})", R"({"groups":[0,"1"]})"}) {
    CHECK_MESSAGE(!complaint<hunt::Options>(text).empty(), text);
  }
}

TEST_CASE("a reading that is the usual one is written nowhere, so older records stay as they are") {
  for (const char* name : {"maxLocked", "fourthToken", "healingWave", "assistOverFury", "lastMayDecline"}) {
    CHECK(!Json(hunt::Options{}).contains(name));
    FastDice dice(1);
    CHECK(!Json(start<hunt::Game>(hunt::Options{}, 2, dice).value())["options"].contains(name));
  }
  const Json others = {
      {"maxLocked", 5}, {"fourthToken", 3}, {"healingWave", 4}, {"assistOverFury", true}, {"lastMayDecline", true}};
  const auto options = others.get<hunt::Options>();
  CHECK(Json(options).get<hunt::Options>() == options);
  CHECK(Json(options)["maxLocked"] == 5);
  FastDice dice(1);
  const Json state = start<hunt::Game>(options, 2, dice).value();
  CHECK(state["options"]["fourthToken"] == 3);
  CHECK(Json(state.get<hunt::State>()) == state);
  CHECK(complaint<hunt::Options>(R"({"healingWave":3})") == "healingWave: must be left out instead");
}

TEST_CASE("coins that are left over are written where there are some") {
  hunt::Village village{.won = true};
  CHECK(!Json(village).contains("leftOver"));
  Json written = village;
  written["leftOver"] = Json::array();
  CHECK(complaint<hunt::Village>(written.dump()) == "leftOver: must be left out instead");
  village.leftOver = {0, 3};
  CHECK(Json(village)["leftOver"] == Json({0, 3}));
  CHECK(Json(village).get<hunt::Village>() == village);
}

TEST_CASE("hostile actions and events are refused with a sentence") {
  for (const char* text : {"null",
                           "{}",
                           R"({"type":"bite"})",
                           R"({"type":"roll","dice":[1,0],"blessing":false})",
                           R"({"type":"roll","dice":[1,1],"blessing":false})",
                           R"({"type":"roll","dice":[8],"blessing":false})",
                           R"({"type":"roll","dice":[-1],"blessing":false})",
                           R"({"type":"roll","dice":3,"blessing":false})",
                           R"({"type":"roll","dice":[0]})",
                           R"({"type":"roll","dice":[0],"blessing":0})",
                           R"({"type":"roll","dice":[0],"blessing":false,"seat":0})",
                           R"({"type":"assist","die":-2})",
                           R"({"type":"assist","die":null})",
                           R"({"type":"fail"})",
                           R"({"type":"fail","cover":"sing"})",
                           R"({"type":"item","slot":0,"target":5,"dice":[]})",
                           R"({"type":"buy","hero":0,"item":"sword","drop":-1})",
                           R"({"type":"buy","hero":0,"item":"whetstone","drop":2})",
                           R"({"type":"improve","hero":0,"skill":"mend","part":null})",
                           R"({"type":"give","hero":0,"slot":0,"to":-1})",
                           R"({"type":"share","hero":0,"to":-1})",
                           R"({"type":"swap","hero":0})",
                           R"({"type":"swap","hero":0,"newcomer":null})",
                           R"({"type":"swap","hero":0,"newcomer":"rogue","back":1})",
                           R"({"type":"ready","yes":true})"}) {
    CHECK_MESSAGE(!complaint<Action>(text).empty(), text);
  }
  for (const char* text :
       {"null", "{}", R"({"e":"storm"})", R"({"e":"died"})", R"({"e":"died","hero":5})", R"({"e":"slain","dragon":2})",
        R"({"e":"throw","for":"fury","who":0,"dice":["S","S","S","S","S","S"]})",
        R"({"e":"throw","for":"fun","who":0,"dice":[]})", R"({"e":"poison","hero":0,"loss":5})",
        R"({"e":"fury","fury":[{"dragon":0,"symbols":1,"loss":{"5":1}}]})",
        R"({"e":"fury","fury":[{"dragon":0,"symbols":1,"loss":{"00":1}}]})",
        R"({"e":"fury","fury":[{"dragon":0,"symbols":1,"loss":[]}]})",
        R"({"e":"fury","fury":[{"dragon":0,"symbols":1,"loss":{"0":-1}}]})"}) {
    CHECK_MESSAGE(!complaint<hunt::Event>(text).empty(), text);
  }
}

TEST_CASE("a state that could not have come about is refused, whatever field is bent") {
  FastDice dice(1);
  const Json good = start<hunt::Game>(hunt::Options{}, 1, dice).value();
  REQUIRE_NOTHROW((void)good.get<hunt::State>());
  for (const auto& [path, value] : std::initializer_list<std::pair<const char*, Json>>{
           {"/turn", nullptr},
           {"/turn/hero", 2},
           {"/turn/rolls", 1},
           {"/turn/rolls", 4},
           {"/turn/dice", {""}},
           {"/turn/dice/0", "S"},
           {"/turn/dice/0", "X"},
           {"/turn/kept", ""},
           {"/phase", "over"},
           {"/phase", "replace"},
           {"/phase", "village"},
           {"/then", "round"},
           {"/replace", {0}},
           {"/order", Json::array()},
           {"/order", {0, 0}},
           {"/pos", 2},
           {"/round", 0},
           {"/round", 31},
           {"/chapter", 11},
           {"/heroes", Json::array()},
           {"/heroes/0/hp", 0},
           {"/heroes/0/hp", 24},
           {"/heroes/0/alive", false},
           {"/heroes/0/tokens", 5},
           {"/heroes/0/covered", {0}},
           {"/heroes/0/facing", 1},
           {"/heroes/0/ally", 10},
           {"/heroes/0/poison", 5},
           {"/heroes/0/skills", {}},
           {"/heroes/0/symbol", "G"},
           {"/dragons", Json::array()},
           {"/dragons/0/hp", 0},
           {"/dragons/0/locked", 3},
           {"/dragons/0/pins", 5},
           {"/dragons/0/size", 0},
           {"/dragons/0/alive", false},
           {"/village", Json::object()},
           {"/last", Json::object()},
           {"/throws/for", "fun"},
       }) {
    Json bent = good;
    bent[Json::json_pointer(path)] = value;
    CHECK_THROWS_AS_MESSAGE((void)bent.get<hunt::State>(), NotationError, std::string(path));
  }
}
