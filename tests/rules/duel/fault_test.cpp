// Why options and actions are refused: the rule, the reason and its arguments.
#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include "rules/dice/tape.h"
#include "rules/duel/rules.h"

using namespace wyrmhall::rules;
using duel::Action;
using duel::ActionKind;
using Duel = duel::Game;
using duel::Mode;
using duel::Option;
using duel::Options;
using duel::Reason;
using duel::State;

namespace {

State started(const Options& options, std::vector<Roll> rolls = {}) {
  ScriptedTape tape(std::move(rolls));
  return start<Duel>(options, 1, tape).value();
}

void check_refused(const State& state, Seat seat, const Action& action, const Fault& wanted) {
  const auto fault = Duel::fault_of(state, seat, action);
  REQUIRE(fault.has_value());
  CHECK(*fault == wanted);
}

constexpr Action attack(ActionKind kind, std::uint8_t target) {
  return {.kind = kind, .target = target};
}
constexpr std::int32_t at(auto enumerator) {
  return duel::number(enumerator);
}

}  // namespace

TEST_CASE("options are refused with what they may be") {
  const auto refused = [](const auto& change, const Fault& wanted) {
    Options options;
    change(options);
    const auto fault = Duel::check(options);
    REQUIRE(fault.has_value());
    CHECK(*fault == wanted);
  };
  const auto bad = [](std::string_view rule, Option option, int value, int least, int most) {
    return duel::refuse(rule, Reason::option_range, {at(option), value, least, most});
  };
  refused([](Options& o) { o.mode = static_cast<Mode>(9); }, bad("D-2", Option::mode, 9, 0, 3));
  refused([](Options& o) { o.mode = Mode::arena, o.players = 2; }, bad("D-38", Option::players, 2, 3, 8));
  refused([](Options& o) { o.mode = Mode::solitaire, o.enemies = 8; }, bad("D-33", Option::enemies, 8, 1, 7));
  refused([](Options& o) { o.mode = Mode::battle, o.lanes = 5; }, bad("D-43", Option::lanes, 5, 2, 4));
  refused([](Options& o) { o.round_cap = 19; }, bad("D-32", Option::round_cap, 19, 20, 1000));
  refused([](Options& o) { o.round_cap = -1; }, bad("D-32", Option::round_cap, -1, 20, 1000));
  refused([](Options& o) { o.match_games = 11; }, bad("D-2", Option::match_games, 11, 1, 9));
  refused([](Options& o) { o.match_games = 4; }, duel::refuse("D-30", Reason::match_games_even, {4}));
  refused([](Options& o) { o.mode = Mode::arena, o.match_games = 2; },
          duel::refuse("D-30", Reason::match_games_even, {2}));
  for (const Mode mode : {Mode::duel, Mode::solitaire, Mode::battle}) {
    refused([&](Options& o) { o.mode = mode, o.same_start = true; },
            duel::refuse("D-39", Reason::option_not_in_mode, {at(Option::same_start), at(mode)}));
  }
  refused([](Options& o) { o.mode = Mode::battle, o.fair = true; },
          duel::refuse("D-12", Reason::option_not_in_mode, {at(Option::fair), at(Mode::battle)}));
  refused([](Options& o) { o.owners = {{0, 1}}; },
          duel::refuse("D-2", Reason::option_not_in_mode, {at(Option::owners), at(Mode::duel)}));
  refused([](Options& o) { o.dragons = {{1}}; },
          duel::refuse("D-2", Reason::option_length, {at(Option::dragons), 1, 2}));
  refused([](Options& o) { o.dragons = {{1, 9}}; }, bad("D-7", Option::dragons, 9, 1, 8));
  refused([](Options& o) { o.dragons = {{3, 3}}; }, duel::refuse("D-7", Reason::dragon_twice, {3}));
  const auto owners = [](const std::vector<int>& list) {
    return [list](Options& o) { o.mode = Mode::battle, o.owners = list; };
  };
  refused(owners({0, 1}), duel::refuse("D-45", Reason::option_length, {at(Option::owners), 2, 4}));
  refused(owners({0, 1, 2, 4}), bad("D-45", Option::owners, 4, 0, 3));
  refused(owners({0, -1, 2, 1}), bad("D-45", Option::owners, -1, 0, 3));
  refused(owners({0, 1, 3, 3}), duel::refuse("D-45", Reason::seat_missing, {2}));
  refused(owners({0, 1, 1, 2}), duel::refuse("D-45", Reason::owner_of_both, {1}));
  CHECK_FALSE(Duel::check(Options{}));
}

TEST_CASE("what a mode does not use is ignored, whatever it says") {
  Options options;
  options.players = -7;
  options.enemies = 99;
  options.lanes = 0;
  CHECK_FALSE(Duel::check(options));
}

TEST_CASE("choosing a dragon is refused with the rule for it") {
  State state = started({});
  check_refused(state, 1, {.kind = ActionKind::dragon, .dragon = 1},
                duel::refuse("D-9", Reason::not_your_turn, {0, 1}));
  check_refused(state, 0, attack(ActionKind::claw, 1),
                duel::refuse("D-7", Reason::choose_first, {at(ActionKind::claw)}));
  check_refused(state, 0, {.kind = ActionKind::dragon, .dragon = 9},
                duel::refuse("D-7", Reason::no_such_dragon, {9, 1, 8}));
  check_refused(state, 0, {.kind = ActionKind::dragon}, duel::refuse("D-7", Reason::no_such_dragon, {0, 1, 8}));
  check_refused(state, 0, {.kind = ActionKind::dragon, .target = 1, .dragon = 2},
                duel::refuse("D-9", Reason::stray_field, {at(ActionKind::dragon)}));
  ScriptedTape none({});
  REQUIRE_FALSE(apply<Duel>(state, 0, {.kind = ActionKind::dragon, .dragon = 3}, none));
  check_refused(state, 1, {.kind = ActionKind::dragon, .dragon = 3}, duel::refuse("D-7", Reason::dragon_taken, {3, 0}));
}

TEST_CASE("a turn is refused with the rule for it") {
  Options options;
  options.dragons = {{1, 2}};
  State state = started(options, {{12, 9}, {12, 4}});
  check_refused(state, 0, {.kind = ActionKind::wait}, duel::refuse("D-17", Reason::full_energy, {0, 4}));
  check_refused(state, 0, attack(ActionKind::claw, 0), duel::refuse("D-13", Reason::target_is_own, {0, 0}));
  check_refused(state, 0, attack(ActionKind::claw, 2), duel::refuse("D-13", Reason::no_such_target, {2, 2}));
  check_refused(state, 0, {.kind = ActionKind::dragon, .dragon = 3}, duel::refuse("D-7", Reason::already_chosen, {3}));
  check_refused(state, 0, {.kind = ActionKind::claw, .target = 1, .dragon = 1},
                duel::refuse("D-9", Reason::stray_field, {at(ActionKind::claw)}));
  check_refused(state, 0, {.kind = static_cast<ActionKind>(77)}, duel::refuse("D-9", Reason::no_such_act, {77}));
  check_refused(state, kNoSeat, attack(ActionKind::claw, 1), duel::refuse("D-9", Reason::not_your_turn, {0, kNoSeat}));
  state.dragons[0].energy = 2;
  check_refused(state, 0, attack(ActionKind::tail, 1),
                duel::refuse("D-18", Reason::needs_energy, {at(ActionKind::tail), 3, 0, 2}));
  check_refused(state, 0, attack(ActionKind::fire, 1),
                duel::refuse("D-18", Reason::needs_energy, {at(ActionKind::fire), 4, 0, 2}));
  check_refused(state, 0, {.kind = ActionKind::wait, .target = 1},
                duel::refuse("D-9", Reason::stray_field, {at(ActionKind::wait)}));
}

TEST_CASE("a target is refused with the rule of the mode") {
  Options arena;
  arena.mode = Mode::arena;
  arena.players = 4;
  arena.dragons = {{1, 2, 3, 4}};
  State state = started(arena, {{12, 9}, {12, 4}, {12, 3}, {12, 1}});
  check_refused(state, 0, attack(ActionKind::claw, 2), duel::refuse("D-40", Reason::target_too_far, {0, 2}));
  state.dragons[1].health = 0;
  state.living = duel::living_of(state);
  check_refused(state, 0, attack(ActionKind::claw, 1), duel::refuse("D-3", Reason::target_dead, {1}));

  Options battle;
  battle.mode = Mode::battle;
  battle.dragons = {{1, 2, 3, 4}};
  state = started(battle, {{12, 8}, {12, 3}});
  check_refused(state, 0, attack(ActionKind::fire, 3), duel::refuse("D-47", Reason::target_too_far, {0, 3}));
  check_refused(state, 0, attack(ActionKind::fire, 1), duel::refuse("D-47", Reason::target_is_own, {0, 1}));

  state.phase = duel::Phase::over;
  check_refused(state, 0, attack(ActionKind::fire, 2), duel::refuse("D-30", Reason::match_over));
}
