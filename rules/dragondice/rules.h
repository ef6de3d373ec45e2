// Dragon Dice as a game (rules/game.h): two armies of dice, and dragons that attack anybody at hand. The rulebook is
// docs/rules/dragondice.md, whose numbers (DR-1, A-1) and rulings (R-DD-n) stand at the code that carries them out.
//
// This header ties the parts together: data.h is the content; places.h, options.h, attack.h, state.h, action.h,
// action_list.h, event.h and fault.h are the values; dragons.h what dragons do, and losses.h what an army may lose;
// legal.h what may be decided, and answers.h all that may; attack_flow.h how an attack goes on; flow.h the turns around
// it, and what a decision does; secret.h what is hidden; notation.h the values as JSON; value.h, candidates.h and
// strategy.h are the bots.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/dice/dice.h"
#include "rules/dragondice/action.h"
#include "rules/dragondice/action_list.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/fault.h"
#include "rules/dragondice/flow.h"
#include "rules/dragondice/legal.h"
#include "rules/dragondice/options.h"
#include "rules/dragondice/secret.h"
#include "rules/dragondice/state.h"
#include "rules/dragondice/strategy.h"
#include "rules/dragondice/value.h"
#include "rules/form.h"
#include "rules/game.h"

namespace wyrmhall::rules::dragondice {

// Why these options are refused, or nothing.
std::optional<Fault> check_options(const Options& options);
// DR-0, A-2: whether these are the dragons of a force of this health.
bool is_full(const std::vector<DragonOption>& dragons, int health);

// Rules versions: 1; since 2 R-DD-28 applies to maneuver results of special icons too.
inline constexpr std::array<std::uint32_t, 2> kVersions = {1, 2};
inline constexpr std::uint32_t kSpecialManeuvers = 2;

// The state before the opening call; the options must have passed check_options().
State make_state(const Options& options, std::uint32_t version = kVersions.back());

Outcome outcome_of(const State& state);

struct Game {
  using Options = dragondice::Options;
  using State = dragondice::State;
  using Action = dragondice::Action;
  using Event = dragondice::Event;
  using Reason = dragondice::Reason;
  using ActionList = dragondice::ActionList;
  using FormList = dragondice::FormList;

  static constexpr std::string_view code_name = "dragondice";
  static constexpr auto versions = kVersions;
  static constexpr bool many_fillings = true;

  static constexpr auto& check = check_options;
  static int seats(const Options& /*options*/) { return 2; }
  static int side_of(const Options& /*options*/, Seat seat) { return seat; }

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
      each_filling(form, [&](Filling filling) { list.push_back(*action_filled(state, form.number, filling)); });
    }
  }
  static constexpr auto& plain_choices = list_choices;
  static constexpr auto& forms = list_forms;
  static constexpr auto& filled = action_filled;
  static constexpr auto& candidates = list_candidates;

  template <Dice D, class Sink>
  static void act(State& state, Seat /*seat*/, const Action& action, D& /*dice*/, Sink&& sink) {
    carry_out(state, action, sink);
  }

  static constexpr bool chance_pending(const State& state) { return !state.asking && state.step != Step::over; }

  template <Dice D, class Sink>
  static void chance(State& state, D& dice, Sink&& sink) {
    if (chance_pending(state)) advance(state, dice, sink);
  }

  static std::optional<Outcome> outcome(const State& state) {
    if (!state.result) return std::nullopt;
    return outcome_of(state);
  }

  static State conceal(const State& state, Viewer viewer) {
    State seen = state;
    hide(seen, viewer);
    return seen;
  }

  static constexpr auto& value = value_of;
  static std::optional<Action> decide(const State& concealed, Seat seat, Level level, std::uint64_t seed) {
    return decide(concealed, seat, level, seed, [] { return false; });
  }
  static std::optional<Action> decide(const State& concealed, Seat seat, Level level, std::uint64_t seed,
                                      const Stop& stop) {
    return dragondice::decide(concealed, seat, level, seed, stop);
  }

  template <Dice D>
  static void determinise(State& state, Viewer /*viewer*/, D& dice) {
    fill_in(state, dice);
  }
};

}  // namespace wyrmhall::rules::dragondice
