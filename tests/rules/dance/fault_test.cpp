// Why options and actions are refused: the rule, the reason and its arguments.
#include <doctest/doctest.h>

#include <array>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include "rules/dance/rules.h"
#include "rules/dice/tape.h"

using namespace wyrmhall::rules;
using dance::Action;
using dance::ActionKind;
using dance::Card;
using Dance = dance::Game;
using dance::kDragon;
using dance::kKnight;
using dance::Option;
using dance::Options;
using dance::Phase;
using dance::Reason;
using dance::refuse;
using dance::State;

namespace {

constexpr std::int32_t at(auto enumerator) {
  return dance::number(enumerator);
}

std::vector<Roll> d6(std::initializer_list<int> faces) {
  std::vector<Roll> rolls;
  for (const int face : faces) rolls.push_back({6, static_cast<std::uint16_t>(face)});
  return rolls;
}

constexpr Action die(std::int8_t slot) {
  return {.kind = ActionKind::die, .die = slot};
}
constexpr Action card(Card which) {
  return {.kind = ActionKind::card, .card = which};
}
constexpr Action combo(Card which, std::int8_t slot) {
  return {.kind = ActionKind::combo, .card = which, .die = slot};
}
constexpr Action take_back(Card which) {
  return {.kind = ActionKind::take_back, .card = which};
}

// The knight's dice show 5 5 5 5 5, the dragon's 2 2 2.
State started(const Options& options = {}) {
  ScriptedTape tape(d6({5, 5, 5, 5, 5, 2, 2, 2}));
  return start<Dance>(options, 1, tape).value();
}

void play(State& state, Seat seat, const Action& action) {
  ScriptedTape none({});
  const auto fault = apply<Dance>(state, seat, action, none);
  REQUIRE_MESSAGE(!fault, fault.value_or(Fault{}).rule << " refuses it");
}

// A round in which both choose these dice and cards; nobody recuperates.
void play_round(State& state, std::int8_t knights_die, Card knights, std::int8_t dragons_die, Card dragons) {
  play(state, kKnight, die(knights_die));
  play(state, kDragon, die(dragons_die));
  play(state, kDragon, card(dragons));
  play(state, kKnight, card(knights));
}

std::set<Reason>& met() {
  static std::set<Reason> reasons;
  return reasons;
}

void check_refused(const State& state, Seat seat, const Action& action, const Fault& wanted) {
  const auto fault = Dance::fault_of(state, seat, action);
  REQUIRE(fault.has_value());
  CHECK(fault->rule == wanted.rule);
  CHECK(dance::kReasonNames[fault->reason] == dance::kReasonNames[wanted.reason]);
  CHECK(fault->arguments == wanted.arguments);
  met().insert(static_cast<Reason>(fault->reason));
}

}  // namespace

TEST_CASE("options are refused with what they may be") {
  const auto refused = [](const auto& change, Option option, int value, int least, int most) {
    Options options;
    change(options);
    const auto fault = Dance::check(options);
    REQUIRE(fault.has_value());
    CHECK(*fault == refuse("O0", Reason::option_range, {at(option), value, least, most}));
    met().insert(static_cast<Reason>(fault->reason));
  };
  refused([](Options& o) { o.round_limit = 4; }, Option::round_limit, 4, 5, 200);
  refused([](Options& o) { o.round_limit = 201; }, Option::round_limit, 201, 5, 200);
  refused([](Options& o) { o.knight_life = 0; }, Option::knight_life, 0, 1, 30);
  refused([](Options& o) { o.knight_life = 31; }, Option::knight_life, 31, 1, 30);
  refused([](Options& o) { o.dragon_life = -1; }, Option::dragon_life, -1, 1, 60);
  refused([](Options& o) { o.dragon_life = 61; }, Option::dragon_life, 61, 1, 60);
  CHECK_FALSE(Dance::check({.round_limit = 200, .return_one = true, .knight_life = 30, .dragon_life = 60}));
  CHECK_FALSE(Dance::check({.round_limit = 5, .return_one = false, .knight_life = 1, .dragon_life = 1}));
}

TEST_CASE("a die is refused with the rule for it") {
  State state = started();
  check_refused(state, kKnight, die(5), refuse("D1", Reason::no_such_die, {5, 5}));
  check_refused(state, kDragon, die(3), refuse("D1", Reason::no_such_die, {3, 3}));
  check_refused(state, kKnight, die(-2), refuse("D1", Reason::no_such_die, {-2, 5}));
  check_refused(state, 2, die(0), refuse("D1", Reason::not_your_turn, {kKnight, 2}));
  check_refused(state, kNoSeat, die(0), refuse("D1", Reason::not_your_turn, {kKnight, kNoSeat}));
  check_refused(state, kKnight, card(Card::charge),
                refuse("D1", Reason::wrong_phase, {at(ActionKind::card), at(Phase::die)}));
  check_refused(state, kKnight, {.kind = ActionKind::die, .card = Card::charge, .die = 0},
                refuse("D1", Reason::stray_field, {at(ActionKind::die)}));
  check_refused(state, kKnight, {.kind = static_cast<ActionKind>(9)}, refuse("D1", Reason::no_such_act, {9}));
  play(state, kKnight, die(3));
  check_refused(state, kKnight, die(1), refuse("D1", Reason::already_committed));
  check_refused(state, 2, die(0), refuse("D1", Reason::not_your_turn, {kDragon, 2}));
  play(state, kDragon, die(-1));
  play(state, kKnight, card(Card::dodge));
  play(state, kDragon, card(Card::flap));
  check_refused(state, kKnight, die(3), refuse("D1", Reason::die_spent, {3}));
}

TEST_CASE("a card is refused with the rule for it") {
  State state = started();
  play(state, kKnight, die(-1));
  play(state, kDragon, die(-1));
  check_refused(state, kKnight, die(0), refuse("P1", Reason::wrong_phase, {at(ActionKind::die), at(Phase::card)}));
  check_refused(state, kKnight, card(Card::none), refuse("P1", Reason::card_needed));
  check_refused(state, kKnight, card(static_cast<Card>(77)), refuse("P1", Reason::no_such_card, {77}));
  check_refused(state, kKnight, card(Card::flap), refuse("P1", Reason::not_your_card, {at(Card::flap)}));
  check_refused(state, kDragon, card(Card::charge), refuse("P1", Reason::not_your_card, {at(Card::charge)}));
  check_refused(state, kKnight, card(Card::hack),
                refuse("P1", Reason::wrong_range, {at(Card::hack), at(dance::Range::far)}));
  check_refused(state, kKnight, {.kind = ActionKind::card, .card = Card::charge, .die = 0},
                refuse("P1", Reason::stray_field, {at(ActionKind::card)}));
  play(state, kKnight, card(Card::advance_k));
  check_refused(state, kKnight, card(Card::dodge), refuse("P1", Reason::already_committed));
  play(state, kDragon, card(Card::flap));
  play(state, kKnight, die(-1));
  play(state, kDragon, die(-1));
  check_refused(state, kKnight, card(Card::advance_k), refuse("P1", Reason::not_in_hand, {at(Card::advance_k)}));
  check_refused(state, kDragon, card(Card::breathe_fire),
                refuse("P1", Reason::wrong_range, {at(Card::breathe_fire), at(dance::Range::close)}));
}

TEST_CASE("a follow-up is refused with the rule for it") {
  State state = started();
  play_round(state, 4, Card::advance_k, -1, Card::flap);
  play_round(state, 0, Card::slash, -1, Card::tail);
  REQUIRE(state.phase == Phase::combo);
  check_refused(state, kDragon, combo(Card::none, -1), refuse("C1", Reason::not_your_turn, {kKnight, kDragon}));
  check_refused(state, kKnight, combo(Card::hack, 0), refuse("C1", Reason::die_chosen, {0}));
  check_refused(state, kKnight, combo(Card::hack, 4), refuse("C1", Reason::die_spent, {4}));
  check_refused(state, kKnight, combo(Card::hack, 5), refuse("C1", Reason::no_such_die, {5, 5}));
  check_refused(state, kKnight, combo(Card::none, 1), refuse("C1", Reason::die_without_card, {1}));
  check_refused(state, kKnight, combo(Card::slash, 1),
                refuse("C1", Reason::not_the_follow_up, {at(Card::slash), at(Card::hack)}));
  check_refused(state, kKnight, combo(static_cast<Card>(20), 1), refuse("C1", Reason::no_such_card, {20}));
  check_refused(state, kKnight, card(Card::hack),
                refuse("C1", Reason::wrong_phase, {at(ActionKind::card), at(Phase::combo)}));
  play(state, kKnight, combo(Card::hack, -1));
  CHECK(state.phase == Phase::die);
}

TEST_CASE("taking a card back is refused with the rule for it") {
  State state = started({.return_one = true});
  play_round(state, -1, Card::retreat_k, -1, Card::retreat_d);
  play_round(state, -1, Card::dodge, -1, Card::flap);
  play(state, kKnight, die(-1));
  play(state, kDragon, die(-1));
  play(state, kKnight, card(Card::shield));
  ScriptedTape tape(d6({1, 1, 1}));
  REQUIRE_FALSE(apply<Dance>(state, kDragon, card(Card::recuperate_d), tape));
  REQUIRE(state.phase == Phase::take_back);
  check_refused(state, kDragon, take_back(Card::none), refuse("O1", Reason::not_your_turn, {kKnight, kDragon}));
  check_refused(state, kKnight, take_back(Card::shield), refuse("O1", Reason::not_returnable, {at(Card::shield)}));
  check_refused(state, kKnight, take_back(Card::charge), refuse("O1", Reason::not_returnable, {at(Card::charge)}));
  check_refused(state, kKnight, take_back(static_cast<Card>(17)), refuse("O1", Reason::no_such_card, {17}));
  check_refused(state, kKnight, {.kind = ActionKind::take_back, .card = Card::dodge, .die = 1},
                refuse("O1", Reason::stray_field, {at(ActionKind::take_back)}));
  check_refused(state, kKnight, die(0), refuse("O1", Reason::wrong_phase, {at(ActionKind::die), at(Phase::take_back)}));
  play(state, kKnight, take_back(Card::dodge));
  CHECK(state.seats[kKnight].hand.contains(Card::dodge));
}

TEST_CASE("nothing can be done while dice are rolled, nor once the match is over") {
  State state = dance::make_state({});
  check_refused(state, kKnight, die(0), refuse("R2", Reason::not_now));
  state = started({.knight_life = 1, .dragon_life = 1});
  play_round(state, 0, Card::charge, 0, Card::breathe_fire);
  REQUIRE(state.phase == Phase::over);
  check_refused(state, kKnight, die(0), refuse("E1", Reason::match_over));
}

TEST_CASE("every reason was met") {
  CHECK(met().size() == dance::kReasonNames.size());
}
