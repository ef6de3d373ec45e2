#include "rules/dance/notation.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rules/dance/rules.h"
#include "rules/dice/fast_dice.h"
#include "tests/rules/dance/states.h"

using namespace wyrmhall::rules;
using Json = nlohmann::json;
using dance::ActionKind;
using dance::Card;

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

// Both ways.
template <class T>
void check_written(const T& value, const char* text) {
  CHECK(Json(value) == Json::parse(text));
  CHECK(Json::parse(text).get<T>() == value);
}

dance::State state_at_start() {
  FastDice dice(1);
  return start<dance::Game>({}, 1, dice).value();
}

}  // namespace

TEST_CASE("actions are written in the rulebook's words") {
  check_written(dance::Action{.kind = ActionKind::die, .die = 2}, R"({"type":"die","die":2})");
  check_written(dance::Action{.kind = ActionKind::die}, R"({"type":"die","die":-1})");
  check_written(dance::Action{.kind = ActionKind::card, .card = Card::advance_k},
                R"({"type":"card","card":"advance_k"})");
  check_written(dance::Action{.kind = ActionKind::combo, .card = Card::slash, .die = 4},
                R"({"type":"combo","card":"slash","die":4})");
  check_written(dance::Action{.kind = ActionKind::combo}, R"({"type":"combo","card":null,"die":-1})");
  check_written(dance::Action{.kind = ActionKind::take_back, .card = Card::flap}, R"({"type":"return","card":"flap"})");
  check_written(dance::Action{.kind = ActionKind::take_back}, R"({"type":"return","card":null})");
}

TEST_CASE("events are written in the rulebook's words") {
  check_written(dance::Event(dance::Rolled{.seat = 1, .dice = {1, 3, 6}}), R"({"e":"rolled","seat":1,"dice":[1,3,6]})");
  check_written(dance::Event(dance::DiceChosen{.die = {3, -1}, .dice = {5, 0}}),
                R"({"e":"die","die":[3,-1],"dice":[5,0]})");
  dance::Last last{{.round = 2,
                    .dice = {5, 0},
                    .cards = {Card::hack, Card::recuperate_d},
                    .damage = {0, 3},
                    .combo = {.card = Card::slash, .die = 1, .damage = 1},
                    .combo_die = 4,
                    .range_from = dance::Range::close,
                    .range_to = dance::Range::close,
                    .rolled = {dance::Faces{}, dance::Faces{6, 2, 1}}}};
  check_written(dance::Event(last), R"({"e":"last","round":2,"dice":[5,0],"cards":["hack","recuperate_d"],
    "damage":[0,3],"combo":{"card":"slash","die":1,"damage":1},"comboDie":4,"rangeFrom":"short","rangeTo":"short",
    "rolled":[[],[6,2,1]]})");
  last.combo = {};
  last.combo_die = dance::kNoDie;
  CHECK(Json(last)["combo"].is_null());
  CHECK(Json(last)["comboDie"] == -1);
  check_written(dance::Event(dance::TakenBack{.card = {Card::dodge, Card::none}}),
                R"({"e":"back","card":["dodge",null]})");
  check_written(dance::Event(dance::Ended{{.winner = kNoSeat, .reason = dance::EndReason::limit}}),
                R"({"e":"result","winner":null,"reason":"limit"})");
}

TEST_CASE("options have their defaults, and nothing unknown in them") {
  CHECK(Json::parse("{}").get<dance::Options>() == dance::Options{});
  CHECK(Json(dance::Options{}) == Json::parse(R"({"roundLimit":40,"returnOne":false,"knightLife":9,"dragonLife":20})"));
  CHECK(complaint<dance::Options>(R"({"dragons":2})") == "dragons: is not a field of this");
  for (const char* text :
       {"[]", R"({"roundLimit":"40"})", R"({"roundLimit":1e300})", R"({"roundLimit":40.0})", R"({"roundLimit":null})",
        R"({"returnOne":1})", R"({"knightLife":-9223372036854775808})", R"({"round_limit":40})"}) {
    CHECK_MESSAGE(!complaint<dance::Options>(text).empty(), text);
  }
}

TEST_CASE("hostile actions and events are refused with a sentence") {
  for (const char* text : {"null",
                           "{}",
                           R"({"type":"bite"})",
                           R"({"type":"die"})",
                           R"({"type":"die","die":null})",
                           R"({"type":"die","die":-2})",
                           R"({"type":"die","die":128})",
                           R"({"type":"die","die":1.5})",
                           R"({"type":"die","die":1,"card":null})",
                           R"({"type":"card"})",
                           R"({"type":"card","card":""})",
                           R"({"type":"card","card":"none"})",
                           R"({"type":"card","card":3})",
                           R"({"type":"card","card":"hack","die":-1})",
                           R"({"type":"combo","card":"slash"})",
                           R"({"type":"combo","die":1})",
                           R"({"type":"combo","card":"slash","die":null})",
                           R"({"type":"return"})",
                           R"({"type":"return","card":null,"die":-1})",
                           R"({"type":"return","card":"flap","seat":1})",
                           R"({"type":"take_back","card":null})"}) {
    CHECK_MESSAGE(!complaint<dance::Action>(text).empty(), text);
  }
  for (const char* text : {"null", "{}", R"({"e":"storm"})", R"({"e":"rolled","seat":2,"dice":[1]})",
                           R"({"e":"rolled","seat":0,"dice":[7]})", R"({"e":"rolled","seat":0,"dice":[1,2,3,4,5,6]})",
                           R"({"e":"die","die":[5,0],"dice":[1,1]})", R"({"e":"die","die":[0],"dice":[1,1]})",
                           R"({"e":"back","card":["flap"]})", R"({"e":"back","card":["",null]})",
                           R"({"e":"result","winner":2,"reason":"life"})",
                           R"({"e":"result","winner":0,"reason":"time"})", R"({"e":"last","round":1})"}) {
    CHECK_MESSAGE(!complaint<dance::Event>(text).empty(), text);
  }
}

TEST_CASE("a state that could not have come about is refused, whatever field is bent") {
  const Json good = state_at_start();
  REQUIRE_NOTHROW((void)good.get<dance::State>());
  for (const auto& [path, value] : std::initializer_list<std::pair<const char*, Json>>{
           {"/options/roundLimit", 4},
           {"/phase", "over"},
           {"/phase", "combo"},
           {"/phase", "return"},
           {"/phase", "card"},
           {"/phase", "take_back"},
           {"/pending", "recuperate"},
           {"/step", 3},
           {"/round", 0},
           {"/round", 2},
           {"/range", "far"},
           {"/range", nullptr},
           {"/seats", Json::array()},
           {"/seats/0/role", "dragon"},
           {"/seats/0/life", 10},
           {"/seats/0/dice/0", 7},
           {"/seats/0/dice/0", 0},
           {"/seats/1/dice", Json::array({1, 2, 3, 4, 5})},
           {"/seats/1/spent", Json::array({true})},
           {"/seats/0/hand", Json::array()},
           {"/seats/0/hand/0", "hack"},
           {"/seats/0/hand",
            Json::array({"hack", "charge", "slash", "dodge", "shield", "advance_k", "retreat_k", "recuperate_k"})},
           {"/seats/0/hand/0", "flap"},
           {"/seats/0/hand/0", nullptr},
           {"/seats/0/discard", Json::array({"charge"})},
           {"/seats/0/die", 5},
           {"/seats/1/die", 3},
           {"/seats/0/die", -2},
           {"/seats/0/card", "charge"},
           {"/seats/0/back", Json::object()},
           {"/seats/0/back", Json::parse(R"({"from":["charge","hack"],"choice":null})")},
           {"/seats/0/committed", nullptr},
           {"/last", Json::object()},
           {"/result", Json::parse(R"({"winner":0,"reason":"life"})")},
       }) {
    Json bent = good;
    bent[Json::json_pointer(path)] = value;
    CHECK_THROWS_AS_MESSAGE((void)bent.get<dance::State>(), NotationError, std::string(path));
  }
}

TEST_CASE("a hidden choice is written as none, with its seat committed, and read back") {
  FastDice dice(1);
  dance::State state = state_at_start();
  REQUIRE_FALSE(apply<dance::Game>(state, 0, {.kind = ActionKind::die, .die = 2}, dice));
  const auto seen = dance::Game::conceal(state, kSpectator);
  const Json json = seen;
  CHECK(json["seats"][0]["die"].is_null());
  CHECK(json["seats"][0]["committed"] == true);
  CHECK(json.get<dance::State>() == seen);
  CHECK(Json(state)["seats"][0]["die"] == 2);
}

TEST_CASE("what a seat answers when it may take a card back has a word of its own for nothing") {
  dance::Back back{.from = {Card::dodge, Card::shield}, .choice = {}};
  check_written(back, R"({"from":["dodge","shield"],"choice":null})");
  back.choice = Card::none;
  check_written(back, R"({"from":["dodge","shield"],"choice":""})");
  back.choice = Card::shield;
  check_written(back, R"({"from":["dodge","shield"],"choice":"shield"})");
  CHECK(Json(dance::Back{}).is_null());
}
