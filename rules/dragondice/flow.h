// What follows by itself: turns and their steps (A-5 to A-9 of docs/rules/dragondice.md), and what a decision does. The
// steps of an attack are in attack_flow.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rules/dice/dice.h"
#include "rules/dragondice/answers.h"
#include "rules/dragondice/attack_flow.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/legal.h"
#include "rules/dragondice/state.h"
#include "rules/game.h"

namespace wyrmhall::rules::dragondice {

// by score, or for the seat that has units left.
Result result_of(const State& state, EndReason reason);
// A-6, 1; DR-1: the terrains where there will be an attack.
void set_up_turn(State& state);
// Takes off the terrains where there is no attack any more.
void filter_todo(State& state);
// Whether there is anything to ask about in a question's step; if not, the step becomes the next one.
bool is_due(State& state);

template <class Sink>
void end_match(State& state, EndReason reason, Sink& sink) {
  state.result = result_of(state, reason);
  state.step = Step::over;
  tell(sink, [&] { return Ended{.result = *state.result}; });
}

template <class Sink>
void end_turn(State& state, Sink& sink) {
  state.step = Step::begin_turn;
  if (state.seat == 0) {
    state.seat = 1;
    return;
  }
  if (state.round == state.options.rounds) return end_match(state, EndReason::score, sink);
  ++state.round;
  state.seat = 0;
}

// --- Decisions ---

template <class Sink>
void bring_back(State& state, const Action& action, Sink& sink) {
  Response& response = state.attack.response;
  if (action.pick != kSaves && action.pick != kDone) {
    response.returning.insert(action.pick.number);
    response.left = static_cast<std::uint8_t>(response.left - data_of(state, action.pick.number).health);
    return;
  }
  if (action.pick == kSaves) add_saves(state, action.unit, response.left);
  for (const unsigned unit : response.returning.each()) state.units[unit].at = state.attack.terrain;
  if (!response.returning.empty()) tell(sink, [&] { return Promoted{.down = {}, .up = response.returning}; });
  response.returning.clear();
  response.specials.erase(action.unit);
  state.step = Step::specials;
}

inline void share_out(State& state, const Action& action) {
  Response& response = state.attack.response;
  const auto add = [&](Results& results) {
    results.melee = static_cast<std::uint16_t>(results.melee + action.melee);
    results.missile = static_cast<std::uint16_t>(results.missile + action.missile);
    results.save = static_cast<std::uint16_t>(results.save + action.save);
  };
  if (action.pool == Pool::fireminions) {
    add(response.minions);
  } else {
    add(response.plain);
    if (action.pool == Pool::id_feral) add(response.feral);
  }
  ++response.shared;
}

template <class Sink>
void regroup(State& state, const Action& action, Sink& sink) {
  if (action.unit == kNone) {
    state.step = Step::gain;
    return;
  }
  Unit& unit = state.units[action.unit];
  tell(sink, [&] { return Moved{.unit = action.unit, .from = unit.at, .to = action.to}; });
  unit.at = action.to;
  ++state.regrouped;
  end_empty_armies(state);
}

template <class Sink>
void call_dragon(State& state, const Action& action, Sink& sink) {
  state.step = Step::end_turn;
  if (action.dragon == kNone) return;
  Dragon& dragon = state.dragons[action.dragon];
  std::uint8_t& points = state.call[state.seat];
  points = static_cast<std::uint8_t>(points - call_cost(state, action.dragon));
  tell(sink, [&] { return Called{.seat = state.seat, .dragon = action.dragon, .from = dragon.at, .to = action.to}; });
  dragon.at = action.to;
}

// Carries out what has been judged.
template <class Sink>
void carry_out(State& state, const Action& action, Sink& sink) {
  Attack& attack = state.attack;
  // Others may still have to designate (DR-4).
  state.asking = state.step == Step::designate;
  switch (action.kind) {
    case ActionKind::attack_terrain:
      state.todo = static_cast<std::uint8_t>(state.todo & ~(1U << action.to.number));
      return begin_attack(state, action.to, sink);
    case ActionKind::designate: {
      attack.targets[action.dragon] = {action.other};
      const auto unknown = [&](std::uint8_t dragon) {
        return attack.targets[dragon] == kOpen || attack.targets[dragon] == kHidden;
      };
      // A search comes no further than this while something is hidden.
      if (std::ranges::any_of(attack.dragons, unknown)) return;
      state.asking = false;
      return reveal_targets(state, sink);
    }
    case ActionKind::breath_order:
      attack.breather = action.dragon;
      attack.breath.erase(action.dragon);
      state.step = Step::breath_kills;
      return;
    case ActionKind::breath_kills:
      tell(sink, [&] { return Breathed{.dragon = action.dragon, .killed = action.units}; });
      return kill(state, action.units, Step::after_breath);
    case ActionKind::promote:
      return promote(state, action, sink);
    case ActionKind::bash:
      attack.bash[action.dragon] =
          static_cast<std::uint16_t>(attack.bash[action.dragon] + attack.damage[action.dragon]);
      add_saves(state, action.unit, attack.damage[action.dragon]);
      attack.response.specials.erase(action.unit);
      state.step = Step::specials;
      return;
    case ActionKind::regenerate:
      return bring_back(state, action, sink);
    case ActionKind::allocate:
      return share_out(state, action);
    case ActionKind::hits:
      attack.hits = action.slay;
      state.step = Step::damage;
      return;
    case ActionKind::casualties:
      return take_casualties(state, action.units, sink);
    case ActionKind::regroup:
      return regroup(state, action, sink);
    case ActionKind::call:
      return call_dragon(state, action, sink);
  }
}

// R-DD-01: asks, or applies the only answer at once.
template <class Sink>
void pose(State& state, Sink& sink) {
  Action only;
  int answers = 0;
  each_answer(state, state.seat, [&](const Action& action) {
    if (answers == 0) only = action;
    return ++answers < 2;
  });
  if (answers == 1) return carry_out(state, only, sink);
  state.asking = true;
}

// --- Steps ---

// One step of what happens by itself.
template <Dice D, class Sink>
void advance(State& state, D& dice, Sink& sink) {
  if (is_question(state.step)) {
    if (is_due(state)) pose(state, sink);
    return;
  }
  switch (state.step) {
    case Step::begin_turn:
      set_up_turn(state);
      return tell(sink, [&] { return TurnBegun{.round = state.round, .seat = state.seat}; });
    case Step::dragon_roll:
      return roll_dragon(state, dice, sink);
    case Step::rise:
      return roll_to_rise(state, dice, sink);
    case Step::after_breath:
      return leave_effects(state);
    case Step::burial:
      return roll_for_burial(state, dice, sink);
    case Step::treasure:
      return next_treasure(state);
    case Step::army_roll:
      return roll_army(state, dice, sink);
    case Step::specials:
      return next_special(state);
    case Step::count:
      return count_results(state);
    case Step::total:
      total_results(state);
      return tell(sink, [&] { return Answered{.totals = state.attack.totals}; });
    case Step::damage:
      return deal_damage(state);
    case Step::slain:
      if (!state.attack.by_army.empty() && !army_of(state).empty()) return begin_session(state, Purpose::slain, 0, 0);
      state.step = Step::wings;
      return;
    case Step::wings:
      fly_home(state, sink);
      state.step = Step::attack_terrain;
      if (!has_units(state, 0) || !has_units(state, 1)) end_match(state, EndReason::elimination, sink);
      return;
    case Step::gain: {
      // nothing could follow from the last call.
      if (state.seat == 1 && state.round == state.options.rounds) return end_turn(state, sink);
      std::uint8_t& points = state.call[state.seat];
      points = static_cast<std::uint8_t>(std::min<int>(state.options.call_cap, points + state.options.call_gain));
      state.step = Step::call;
      return;
    }
    case Step::end_turn:
      return end_turn(state, sink);
    default:
      return;
  }
}

}  // namespace wyrmhall::rules::dragondice
