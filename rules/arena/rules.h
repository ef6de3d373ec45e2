// Dragons Arena as a game (rules/game.h): FIRE against ICE on sixteen squares. The rulebook is docs/rules/arena.md,
// whose numbers (A-n) and rulings (R-ARENA-n) stand at the code that carries them out.
//
// This header ties the parts together: options.h, state.h, action.h, event.h and fault.h are the values; squares.h and
// board.h who stands where; choices.h and legal.h what may be decided; turn.h what a decision does; flow.h what follows
// by itself; value.h how good a state is; notation.h the values as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/arena/action.h"
#include "rules/arena/choices.h"
#include "rules/arena/event.h"
#include "rules/arena/fault.h"
#include "rules/arena/flow.h"
#include "rules/arena/key.h"
#include "rules/arena/legal.h"
#include "rules/arena/options.h"
#include "rules/arena/secret.h"
#include "rules/arena/state.h"
#include "rules/arena/turn.h"
#include "rules/arena/value.h"
#include "rules/dice/dice.h"
#include "rules/game.h"

namespace wyrmhall::rules::arena {

// Why these options are refused, or nothing.
std::optional<Fault> check_options(const Options& options);

// The state before anything has happened; the options must have passed check_options().
State make_state(const Options& options);

Outcome outcome_of(const State& state);

struct Game {
  using Options = arena::Options;
  using State = arena::State;
  using Action = arena::Action;
  using Event = arena::Event;
  using Reason = arena::Reason;
  using ActionList = arena::ActionList;
  using Choices = arena::Choices;
  using FormList = arena::FormList;

  static constexpr std::string_view code_name = "arena";
  static constexpr std::array<std::uint32_t, 1> versions = {1};

  static constexpr auto& check = check_options;
  static int seats(const Options& options) { return options.solo ? 1 : 2; }
  static int side_of(const Options& /*options*/, Seat seat) { return seat; }

  template <Dice D, class Sink>
  static State start(const Options& options, std::uint32_t /*version*/, D& /*dice*/, Sink&& /*sink*/) {
    return make_state(options);
  }

  static constexpr auto& waiting_on = seats_to_decide;
  static constexpr auto& fault_of = fault_in;
  static constexpr auto& choices = list_choices;
  static constexpr auto& plain_choices = list_plain_choices;
  static constexpr auto& forms = list_forms;
  static constexpr auto& filled = action_filled;
  static constexpr auto& candidates = list_candidates;

  template <Dice D, class Sink>
  static void act(State& state, Seat seat, const Action& action, D& /*dice*/, Sink&& sink) {
    carry_out(state, seat, action, sink);
  }

  static constexpr bool chance_pending(const State& state) { return state.pending != Pending::none; }

  template <Dice D, class Sink>
  static void chance(State& state, D& dice, Sink&& sink) {
    switch (state.pending) {
      case Pending::none:
        return;
      case Pending::shuffle:
        return shuffle_step(state, dice);
      case Pending::faces:
        return faces_step(state, dice, sink);
      case Pending::throws:
        return throws_step(state, dice, sink);
      case Pending::lots:
        return lots_step(state, dice, sink);
    }
  }

  static std::optional<Outcome> outcome(const State& state) {
    if (state.phase != Phase::over) return std::nullopt;
    return outcome_of(state);
  }

  // what another seat has allocated is hidden until both have.
  static State conceal(const State& state, Viewer viewer);

  template <Dice D>
  static void determinise(State& state, Viewer /*viewer*/, D& dice) {
    fill_in(state, dice);
  }

  // what the species of the seat has won, and the running duel for the player who stays when the other
  // gives up.
  static int nuggets(const State& state, const Outcome& outcome, Seat seat) {
    const bool given_up = state.phase != Phase::over && outcome.winners.contains(seat);
    return state.nuggets[index(species_of(state.setup, seat))] + (given_up ? 1 : 0);
  }

  // the points of a training that was won, for each difficulty.
  static constexpr const auto& kScores = kDifficultyNames;
  static std::optional<Score> score(const State& state, const Outcome& outcome) {
    if (!state.setup.solo || !outcome.winners.contains(0)) return std::nullopt;
    const std::size_t own = index(species_of(state.setup, 0));
    return Score{.name = kScores[static_cast<std::size_t>(state.setup.difficulty)],
                 .points = state.results.back().score[own]};
  }

  static constexpr auto& value = value_of;
  static constexpr bool tells(const State& state) { return state.phase >= Phase::duel; }
  static constexpr auto& key = key_of;
};

}  // namespace wyrmhall::rules::arena
