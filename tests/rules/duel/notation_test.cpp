#include "rules/duel/notation.h"

#include <doctest/doctest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "rules/dice/fast_dice.h"
#include "rules/duel/rules.h"
#include "tests/rules/duel/states.h"

using namespace wyrmhall::rules;
using Json = nlohmann::json;

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
  CHECK(Json(duel::Action{.kind = duel::ActionKind::claw, .target = 1}) == Json::parse(R"({"do":"claw","target":1})"));
  CHECK(Json(duel::Action{.kind = duel::ActionKind::dragon, .dragon = 3}) == Json::parse(R"({"do":"dragon","id":3})"));
  CHECK(Json(duel::Action{.kind = duel::ActionKind::wait}) == Json::parse(R"({"do":"wait"})"));
  CHECK(Json(duel::Event(duel::Waited{.actor = 0, .energy = 4})) ==
        Json::parse(R"({"e":"wait","actor":0,"energy":4})"));
}

TEST_CASE("options have their defaults, and nothing unknown in them") {
  CHECK(Json::parse("{}").get<duel::Options>() == duel::Options{});
  CHECK(complaint<duel::Options>(R"({"lives":3})") == "lives: is not a field of this");
  CHECK(complaint<duel::Options>(R"({"mode":"joust"})") == "mode: must be one of duel, solitaire, arena, battle");
  for (const char* text :
       {"[]", "7", R"({"mode":1})", R"({"players":"3"})", R"({"players":3.5})", R"({"players":1e300})",
        R"({"players":99999999999999999999})", R"({"round_cap":-9223372036854775808})", R"({"fair":1})",
        R"({"owners":{}})", R"({"owners":[0,"1"]})", R"({"dragons":[[1],[2]]})", R"({"dragons":true})"}) {
    CHECK_MESSAGE(!complaint<duel::Options>(text).empty(), text);
  }
  // What came later is not written where it is off, so older records stay as they are.
  CHECK(!Json(duel::Options{}).contains("same_start"));
  duel::Options same;
  same.same_start = true;
  CHECK(Json(same)["same_start"] == true);
  CHECK(Json::parse(R"({"same_start":true})").get<duel::Options>().same_start);
  CHECK(complaint<duel::Options>(R"({"same_start":false})") == "same_start: must be left out instead");
  std::string many = R"({"dragons":[1)";
  for (int i = 0; i < 300; ++i) many += ",1";
  CHECK(!complaint<duel::Options>(many + "]}").empty());
}

TEST_CASE("hostile actions, events and states are refused with a sentence") {
  for (const char* text : {"null", "{}", R"({"do":"bite"})", R"({"do":"claw"})", R"({"do":"claw","target":-1})",
                           R"({"do":"claw","target":256})", R"({"do":"wait","target":1})", R"({"do":"claw","id":1})",
                           R"({"do":"dragon","id":null})", R"({"do":"wait","seat":0})", R"({"do":3})"}) {
    CHECK_MESSAGE(!complaint<duel::Action>(text).empty(), text);
  }
  for (const char* text :
       {"null", "{}", R"({"e":"storm"})", R"({"e":"wait","actor":0})", R"({"e":"wait","actor":0,"energy":4,"more":1})",
        R"({"e":"initiative","rolls":[[1]]})", R"({"e":"initiative","rolls":[1,2]})",
        R"({"e":"round","round":1,"order":[0,1,2,3,4,5,6,7,8]})"}) {
    CHECK_MESSAGE(!complaint<duel::Event>(text).empty(), text);
  }
  CHECK(!complaint<duel::State>("{}").empty());
}

TEST_CASE("a state that could not have come about is refused, whatever field is bent") {
  duel::Options options;
  options.dragons = {{1, 2}};
  FastDice dice(1);
  const Json good = start<duel::Game>(options, 1, dice).value();
  REQUIRE_NOTHROW((void)good.get<duel::State>());
  for (const auto& [path, value] : std::initializer_list<std::pair<const char*, Json>>{
           {"/actor", 5},
           {"/actor", nullptr},
           {"/seat", nullptr},
           {"/phase", "over"},
           {"/phase", "choose"},
           {"/pending", "enemy_turn"},
           {"/pending", "first_roll"},
           {"/pos", 2},
           {"/order", Json::array({0, 0})},
           {"/order", Json::array({0, 7})},
           {"/first", 3},
           {"/first", nullptr},
           {"/winner", 0},
           {"/wins", Json::array({0})},
           {"/dragons/0/energy", 0},
           {"/dragons/0/health", 21},
           {"/dragons/0/seat", nullptr},
           {"/dragons/0/side", 2},
           {"/setup/dragons", 8},
           {"/setup/sides", 8},
           {"/setup/match_games", 2},
           {"/setup/mode", "battle"},
           {"/game", 2},
       }) {
    Json bent = good;
    bent[Json::json_pointer(path)] = value;
    CHECK_THROWS_AS((void)bent.get<duel::State>(), NotationError);
  }
}
