// Dragon Dance as a game (rules/game.h): a knight against a dragon, both choosing a die and a card in secret, round by
// round. The rulebook is docs/rules/dance.md, whose numbers and rulings (R-DANCE-n) stand at the code that carries them
// out.
//
// This header ties the parts together: options.h, state.h, action.h, event.h and fault.h are the values; cards.h the
// sixteen cards; legal.h what may be decided; turn.h what a decision does; flow.h what follows by itself; secret.h what
// is hidden; strategy.h how bots play, and value.h how they judge a state; notation.h the values as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/dance/action.h"
#include "rules/dance/cards.h"
#include "rules/dance/event.h"
#include "rules/dance/fault.h"
#include "rules/dance/flow.h"
#include "rules/dance/legal.h"
#include "rules/dance/options.h"
#include "rules/dance/secret.h"
#include "rules/dance/state.h"
#include "rules/dance/strategy.h"
#include "rules/dance/turn.h"
#include "rules/dice/dice.h"
#include "rules/game.h"

namespace wyrmhall::rules::dance {

// Why these options are refused (O0), or nothing.
std::optional<Fault> check_options(const Options& options);

// The state before any die is rolled; the options must have passed check_options().
State make_state(const Options& options);

Outcome outcome_of(const State& state);

struct Game {
  using Options = dance::Options;
  using State = dance::State;
  using Action = dance::Action;
  using Event = dance::Event;
  using Reason = dance::Reason;
  using ActionList = dance::ActionList;

  static constexpr std::string_view code_name = "dance";
  static constexpr std::array<std::uint32_t, 1> versions = {1};

  static constexpr auto& check = check_options;
  static int seats(const Options& /*options*/) { return 2; }
  static int side_of(const Options& /*options*/, Seat seat) { return seat; }

  template <Dice D, class Sink>
  static State start(const Options& options, std::uint32_t /*version*/, D& /*dice*/, Sink&& /*sink*/) {
    return make_state(options);
  }

  static constexpr auto& waiting_on = seats_to_decide;
  static constexpr auto& fault_of = fault_in;
  static constexpr auto& choices = list_choices;
  static constexpr auto& candidates = list_candidates;

  template <Dice D, class Sink>
  static void act(State& state, Seat seat, const Action& action, D& /*dice*/, Sink&& sink) {
    carry_out(state, seat, action, sink);
  }

  static constexpr bool chance_pending(const State& state) { return state.pending != Pending::none; }

  template <Dice D, class Sink>
  static void chance(State& state, D& dice, Sink&& sink) {
    if (chance_pending(state)) roll_step(state, dice, sink);
  }

  static std::optional<Outcome> outcome(const State& state) {
    if (state.phase != Phase::over) return std::nullopt;
    return outcome_of(state);
  }

  // H1: what another seat has chosen in a phase is hidden until all seats that are asked have chosen.
  static State conceal(const State& state, Viewer viewer);

  template <Dice D>
  static void determinise(State& state, Viewer /*viewer*/, D& dice) {
    fill_in(state, dice);
  }

  static std::optional<Action> decide(const State& concealed, Seat seat, Level level, std::uint64_t seed) {
    return dance::decide(concealed, seat, level, seed).action;
  }
};

}  // namespace wyrmhall::rules::dance
