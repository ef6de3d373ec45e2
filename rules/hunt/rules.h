// Dice & Dragons as a game (rules/game.h): heroes together against a dragon, or two. The rulebook is
// docs/rules/hunt.md, whose numbers (T1, K3 and so on) and rulings (R-HUNT-n) stand at the code that carries them out.
//
// This header ties the parts together: data.h is the content; places.h, options.h, state.h, action.h, report.h, event.h
// and fault.h are the values; pattern.h says which dice make which skill; legal.h what may be decided; turn.h what a
// decision does; flow.h what follows by itself; progress.h what a hero keeps between matches; notation.h the values as
// JSON; odds.h what players may want to know of a turn; strategy.h what bots do.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/dice/dice.h"
#include "rules/form.h"
#include "rules/game.h"
#include "rules/hunt/action.h"
#include "rules/hunt/event.h"
#include "rules/hunt/fault.h"
#include "rules/hunt/flow.h"
#include "rules/hunt/legal.h"
#include "rules/hunt/options.h"
#include "rules/hunt/state.h"
#include "rules/hunt/strategy.h"
#include "rules/hunt/turn.h"

namespace wyrmhall::rules::hunt {

// Why these options are refused, or nothing.
std::optional<Fault> check_options(const Options& options);

// The state before any die is thrown; the options must have passed check_options().
State make_state(const Options& options, std::uint32_t version = kVersions.back());

// All win together or nobody does: the last hunt decides.
Outcome outcome_of(const State& state);

struct Game {
  using Options = hunt::Options;
  using State = hunt::State;
  using Action = hunt::Action;
  using Event = hunt::Event;
  using Reason = hunt::Reason;
  using ActionList = hunt::ActionList;
  using FormList = hunt::FormList;

  static constexpr std::string_view code_name = "hunt";
  static constexpr auto versions = kVersions;
  static constexpr bool many_fillings = true;

  static constexpr auto& check = check_options;
  static int seats(const Options& options) {
    int seats = 0;
    for (const HeroOption& hero : options.heroes) seats = std::max(seats, hero.seat + 1);
    return seats;
  }
  static int side_of(const Options& /*options*/, Seat /*seat*/) { return 0; }

  template <Dice D, class Sink>
  static State start(const Options& options, std::uint32_t version, D& /*dice*/, Sink&& /*sink*/) {
    return make_state(options, version);
  }

  static constexpr auto& waiting_on = seats_to_decide;
  static constexpr auto& fault_of = fault_in;
  static void choices(const State& state, Seat seat, ActionList& list) {
    list_choices(state, seat, list);
    FormList forms;
    list_forms(state, seat, forms);
    for (const Form& form : forms) {
      each_filling(form, [&](Filling filling) { list.push_back(*action_filled(form.number, filling)); });
    }
  }
  static constexpr auto& plain_choices = list_choices;
  static constexpr auto& forms = list_forms;
  static constexpr auto& filled = action_filled;
  static constexpr auto& candidates = list_candidates;

  static constexpr auto& time_out_action = hunt::time_out_action;

  template <Dice D, class Sink>
  static void act(State& state, Seat seat, const Action& action, D& dice, Sink&& sink) {
    carry_out(state, seat, action, dice, sink);
  }

  static constexpr bool chance_pending(const State& state) { return state.throws.purpose != ThrowFor::none; }

  template <Dice D, class Sink>
  static void chance(State& state, D& dice, Sink&& sink) {
    throw_dice(state, dice, sink);
  }

  static constexpr auto& decide = hunt::decide;

  static std::optional<Outcome> outcome(const State& state) {
    if (state.phase != Phase::over) return std::nullopt;
    return outcome_of(state);
  }

  // Nothing is hidden (section 6).
  static State conceal(const State& state, Viewer /*viewer*/) { return state; }
};

}  // namespace wyrmhall::rules::hunt
