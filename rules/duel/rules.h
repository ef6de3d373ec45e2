// Dragon Duel as a game (rules/game.h): energy against health, in four modes. The rulebook is docs/rules/duel.md, whose
// numbers (D-n) and rulings (R-DUEL-n) stand at the code that carries them out.
//
// This header ties the parts together: options.h, state.h, action.h, event.h and fault.h are the values; table.h who
// stands where; legal.h what may be decided; turn.h what a turn does; flow.h what follows by itself; value.h how good a
// state is, key.h which states are the same to a search; notation.h the values as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/dice/dice.h"
#include "rules/duel/action.h"
#include "rules/duel/event.h"
#include "rules/duel/fault.h"
#include "rules/duel/flow.h"
#include "rules/duel/key.h"
#include "rules/duel/legal.h"
#include "rules/duel/options.h"
#include "rules/duel/state.h"
#include "rules/duel/value.h"
#include "rules/game.h"

namespace wyrmhall::rules::duel {

// Why these options are refused (D-2, D-12, D-30, D-45), or nothing.
std::optional<Fault> check_options(const Options& options);

// The state before anything has happened; the options must have passed check_options().
State make_table(const Options& options);

std::optional<Outcome> outcome_of(const State& state);

struct Game {
  using Options = duel::Options;
  using State = duel::State;
  using Action = duel::Action;
  using Event = duel::Event;
  using Reason = duel::Reason;
  using ActionList = duel::ActionList;

  static constexpr std::string_view code_name = "duel";
  static constexpr std::array<std::uint32_t, 1> versions = {1};

  static constexpr auto& check = check_options;
  static int seats(const Options& options);
  static int side_of(const Options& options, Seat seat);

  template <Dice D, class Sink>
  static State start(const Options& options, std::uint32_t /*version*/, D& /*dice*/, Sink&& /*sink*/) {
    return make_table(options);
  }

  static constexpr SeatSet waiting_on(const State& state) {
    return state.seat == kNoSeat ? SeatSet{} : SeatSet{state.seat};
  }
  static std::optional<Fault> fault_of(const State& state, Seat seat, const Action& action) {
    if (is_legal(state, seat, action)) return std::nullopt;
    return explain_refusal(state, seat, action);
  }
  static constexpr auto& choices = list_choices;
  static constexpr auto& candidates = list_candidates;

  template <Dice D, class Sink>
  static void act(State& state, Seat /*seat*/, const Action& action, D& dice, Sink&& sink) {
    if (action.kind == ActionKind::dragon) {
      choose(state, action.dragon);
    } else {
      take_turn(state, action.kind, action.target, dice, sink);
      ++state.pos;
      advance(state, sink);
    }
  }

  static constexpr bool chance_pending(const State& state) { return state.pending != Pending::none; }

  template <Dice D, class Sink>
  static void chance(State& state, D& dice, Sink&& sink) {
    switch (state.pending) {
      case Pending::none:
        return;
      case Pending::first_roll:
        return first_roll(state, dice, sink);
      case Pending::enemy_die:
        return enemy_die(state, dice, sink);
      case Pending::enemy_turn:
        return enemy_turn(state, dice, sink);
    }
  }

  static std::optional<Outcome> outcome(const State& state) {
    if (state.phase != Phase::over) return std::nullopt;
    return outcome_of(state);
  }

  // D-60.
  static constexpr int nuggets(const State& /*state*/, const Outcome& outcome, Seat seat) {
    return outcome.winners.contains(seat) ? 1 : 0;
  }

  // D-37: how many enemies one has beaten at once.
  static constexpr std::array<std::string_view, 1> kScores = {"enemies"};
  static std::optional<Score> score(const State& state, const Outcome& outcome) {
    if (state.setup.mode != Mode::solitaire || !outcome.winners.contains(0)) return std::nullopt;
    return Score{.name = kScores[0], .points = state.setup.dragons - 1U};
  }

  // D-4: nothing is hidden.
  static constexpr State conceal(const State& state, Viewer /*viewer*/) { return state; }

  static constexpr auto& value = value_of;
  static constexpr auto& key = key_of;

 private:
  // D-7: the choice is final for the whole match; after the last one the first roll comes.
  static void choose(State& state, std::uint8_t dragon);
};

}  // namespace wyrmhall::rules::duel
