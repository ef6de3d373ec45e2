// Why options and actions are refused: the rule, the reason and its arguments.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "rules/arena/rules.h"
#include "rules/dice/tape.h"

using namespace wyrmhall::rules;
using arena::Action;
using Arena = arena::Game;
using arena::ActionKind;
using arena::Option;
using arena::Options;
using arena::Phase;
using arena::Placement;
using arena::Reason;
using arena::refuse;
using arena::State;

namespace {

constexpr std::int32_t at(auto enumerator) {
  return arena::number(enumerator);
}

State started(const Options& options, std::vector<Roll> rolls = {}) {
  ScriptedTape tape(std::move(rolls));
  return start<Arena>(options, 1, tape).value();
}

// A duel in which FIRE is to move, from words such as "F5", "I3*" and ".." for the first squares.
State duel(const std::vector<std::string>& words, bool master = false) {
  Options options;
  options.placement = Placement::big;
  options.master = master;
  State state = started(options);
  state.phase = Phase::duel;
  state.starter = state.to_move = arena::Species::fire;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "..") continue;
    state.board[i] = {.species = words[i][0] == 'F' ? arena::Species::fire : arena::Species::ice,
                      .power = static_cast<std::uint8_t>(words[i][1] - '0'),
                      .field = words[i].ends_with('*')};
  }
  return state;
}

void check_refused(const State& state, Seat seat, const Action& action, const Fault& wanted) {
  const auto fault = Arena::fault_of(state, seat, action);
  REQUIRE(fault.has_value());
  CHECK(fault->rule == wanted.rule);
  CHECK(arena::kReasonNames[fault->reason] == arena::kReasonNames[wanted.reason]);
  CHECK(fault->arguments == wanted.arguments);
}

Action eliminate(std::uint8_t from, std::uint8_t to) {
  return {.kind = ActionKind::eliminate, .square = from, .to = to};
}
Action modify(std::uint8_t square, std::uint8_t power) {
  return {.kind = ActionKind::modify, .square = square, .power = power};
}

}  // namespace

TEST_CASE("options are refused with what they may be") {
  const auto refused = [](const auto& change, const Fault& wanted) {
    Options options;
    change(options);
    const auto fault = Arena::check(options);
    REQUIRE(fault.has_value());
    CHECK(*fault == wanted);
  };
  const auto bad = [](std::string_view rule, Option option, int value, int least, int most) {
    return refuse(rule, Reason::option_range, {at(option), value, least, most});
  };
  refused([](Options& o) { o.nuggets = 0; }, bad("A-40", Option::nuggets, 0, 1, 20));
  refused([](Options& o) { o.nuggets = 21; }, bad("A-40", Option::nuggets, 21, 1, 20));
  refused([](Options& o) { o.nuggets = 3, o.max_duels = 2; }, bad("A-41", Option::max_duels, 2, 3, 200));
  refused([](Options& o) { o.max_duels = 201; }, bad("A-41", Option::max_duels, 201, 1, 200));
  refused([](Options& o) { o.fire_seat = 2; }, bad("A-3", Option::fire_seat, 2, 0, 1));
  refused([](Options& o) { o.placement = static_cast<Placement>(5); }, bad("A-2", Option::placement, 5, 0, 4));
  refused([](Options& o) { o.difficulty = static_cast<arena::Difficulty>(2); },
          bad("A-2", Option::difficulty, 2, 0, 1));
  refused([](Options& o) { o.solo = true, o.placement = Placement::free; },
          refuse("A-57", Reason::not_in_solo, {at(Option::placement)}));
  refused([](Options& o) { o.solo = true, o.nuggets = 2; }, refuse("A-57", Reason::not_in_solo, {at(Option::nuggets)}));
  Options solo;
  solo.solo = true;
  solo.max_duels = 100;  // accepted, and becomes 1
  CHECK_FALSE(Arena::check(solo));
  CHECK(arena::duels_of(solo) == 1);
}

TEST_CASE("an allocation is refused with what it needs") {
  Options options;
  options.placement = Placement::big;
  State state = started(options);
  const Action good{.kind = ActionKind::allocate, .powers = {1, 1, 2, 3, 4, 5, 6, 6}};
  check_refused(state, 0, {.kind = ActionKind::allocate, .powers = {1, 1, 2, 3, 4, 5, 5, 6}},
                refuse("A-12", Reason::wrong_sum, {27, 28}));
  check_refused(state, 0, {.kind = ActionKind::allocate, .powers = {6, 1, 1, 2, 3, 4, 5, 6}},
                refuse("A-12", Reason::powers_not_sorted));
  check_refused(state, 0, {.kind = ActionKind::allocate, .powers = {0, 1, 2, 3, 4, 5, 6, 7}},
                refuse("A-12", Reason::power_range, {0, 1, 6}));
  check_refused(state, 2, good, refuse("A-12", Reason::not_your_turn, {0, 2}));
  check_refused(state, 0, modify(0, 1),
                refuse("A-21", Reason::wrong_phase, {at(ActionKind::modify), at(Phase::allocate)}));
  Action stray = good;
  stray.square = 3;
  check_refused(state, 0, stray, refuse("A-21", Reason::stray_field, {at(ActionKind::allocate)}));
  check_refused(state, 0, {.kind = static_cast<ActionKind>(9)}, refuse("A-21", Reason::no_such_act, {9}));
  ScriptedTape none({});
  REQUIRE_FALSE(apply<Arena>(state, 0, good, none));
  check_refused(state, 0, good, refuse("A-12", Reason::already_committed));
  CHECK_FALSE(Arena::fault_of(state, 1, good));
}

TEST_CASE("pairs and places are refused with the rule for them") {
  Options options;
  options.placement = Placement::equal;
  State state = started(options, {{2, 2}});
  check_refused(state, 0, {.kind = ActionKind::pair, .power = 1}, refuse("A-20", Reason::not_your_turn, {1, 0}));
  check_refused(state, 1, {.kind = ActionKind::pair, .power = 4}, refuse("A-17", Reason::power_range, {4, 1, 3}));
  ScriptedTape none({});
  for (const Seat seat : {Seat{1}, Seat{0}, Seat{1}, Seat{0}}) {
    REQUIRE_FALSE(apply<Arena>(state, seat, {.kind = ActionKind::pair, .power = 3}, none));
  }
  check_refused(state, 1, {.kind = ActionKind::place, .square = 0, .power = 1},
                refuse("A-18", Reason::not_in_pool, {1}));
  check_refused(state, 1, {.kind = ActionKind::place, .square = 16, .power = 3},
                refuse("A-18", Reason::no_such_square, {16, 16}));
  REQUIRE_FALSE(apply<Arena>(state, 1, {.kind = ActionKind::place, .square = 5, .power = 3}, none));
  check_refused(state, 0, {.kind = ActionKind::place, .square = 5, .power = 3},
                refuse("A-18", Reason::square_taken, {5}));
}

TEST_CASE("a turn is refused with the rule for it") {
  const State state = duel({"F6", "I1", "F3", "..", "..", "I3", "..", "F2", "I5*"});
  check_refused(state, 1, eliminate(2, 5), refuse("A-20", Reason::not_your_turn, {0, 1}));
  check_refused(state, 0, eliminate(0, 1), refuse("A-25", Reason::too_strong, {6, 1}));
  check_refused(state, 0, eliminate(2, 5), refuse("A-24", Reason::too_strong, {3, 3}));
  check_refused(state, 0, eliminate(0, 8), refuse("A-22", Reason::not_adjacent, {0, 8}));
  check_refused(state, 0, eliminate(0, 2), refuse("A-23", Reason::dragon_is_own, {2}));
  check_refused(state, 0, eliminate(5, 1), refuse("A-23", Reason::dragon_is_enemy, {5}));
  check_refused(state, 0, eliminate(0, 4), refuse("A-23", Reason::square_empty, {4}));
  check_refused(state, 0, eliminate(0, 77), refuse("A-23", Reason::no_such_square, {77, 16}));
  check_refused(state, 0, modify(0, 1), refuse("A-28", Reason::must_eliminate));
  check_refused(state, 0, {.kind = ActionKind::trigger, .square = 1}, refuse("A-44", Reason::no_powers));
  const State stuck = duel({"F5", "I6*"});
  check_refused(stuck, 0, modify(1, 2), refuse("A-31", Reason::has_field, {1}));
  check_refused(stuck, 0, modify(0, 5), refuse("A-30", Reason::same_power, {0, 5}));
  check_refused(stuck, 0, modify(0, 7), refuse("A-30", Reason::power_range, {7, 1, 6}));
  check_refused(stuck, 0, modify(9, 2), refuse("A-30", Reason::square_empty, {9}));
}

TEST_CASE("a power is refused with what it needs") {
  State state = duel({"F1", "I6", "..", "I2"}, true);
  const auto trigger = [](std::uint8_t target, std::uint8_t to = arena::kNowhere) {
    return Action{.kind = ActionKind::trigger, .square = target, .to = to};
  };
  check_refused(state, 0, trigger(3), refuse("A-46", Reason::no_one_beside, {3}));
  check_refused(state, 0, trigger(0), refuse("A-46", Reason::dragon_is_own, {0}));
  check_refused(state, 0, trigger(2), refuse("A-46", Reason::square_empty, {2}));
  check_refused(state, 0, trigger(1, 5), refuse("A-52", Reason::no_destination, {1}));
  state = duel({"I1", "F6", "..", "F2"}, true);
  state.to_move = arena::Species::ice;
  check_refused(state, 1, trigger(1), refuse("A-52", Reason::destination_needed, {1}));
  check_refused(state, 1, trigger(1, 3), refuse("A-52", Reason::square_taken, {3}));
  check_refused(state, 1, trigger(1, 1), refuse("A-52", Reason::square_taken, {1}));
  check_refused(state, 1, trigger(1, 16), refuse("A-52", Reason::no_such_square, {16, 16}));
  state.board[1].power = 2;
  check_refused(state, 1, trigger(1, 2), refuse("A-52", Reason::no_destination, {1}));
}

TEST_CASE("nothing can be done once the match is over") {
  State state = duel({"F5", "I3"});
  state.phase = Phase::over;
  check_refused(state, 0, eliminate(0, 1), refuse("A-40", Reason::match_over));
}
