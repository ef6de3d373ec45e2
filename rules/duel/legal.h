// What may be decided: the one place that judges an action, and the lists made of it.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/duel/action.h"
#include "rules/duel/fault.h"
#include "rules/duel/state.h"
#include "rules/duel/table.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::duel {

// Seven targets for each of three attacks, and to wait.
using ActionList = InlineVector<Action, 24>;

// D-18, R-DUEL-3: energy never leaves 1..4. Not for ActionKind::dragon.
constexpr bool affordable(ActionKind kind, int energy) {
  return kind == ActionKind::wait ? energy < kFullEnergy : energy > cost_of(kind);
}

// D-9. No seat decides when the match is over or while something is pending.
constexpr bool decides(const State& state, Seat seat) {
  return seat == state.seat && seat != kNoSeat;
}

// Why an action is refused, once it is known to be: kept apart from is_legal(), which is on the path of every turn.
Fault explain_refusal(const State& state, Seat seat, const Action& action);

constexpr bool is_legal(const State& state, Seat seat, const Action& action) {
  if (!decides(state, seat)) return false;
  if (action.kind == ActionKind::dragon) {  // D-7
    if (state.phase != Phase::choose || action.target != 0) return false;
    if (action.dragon < 1 || action.dragon > kDragonKinds) return false;
    for (unsigned i = 0; i < state.setup.dragons; ++i) {
      if (state.dragons[i].dragon == action.dragon) return false;
    }
    return true;
  }
  if (state.phase != Phase::act || action.dragon != 0 || action.kind > ActionKind::wait) return false;
  if (!affordable(action.kind, state.dragons[state.actor].energy)) return false;
  if (action.kind == ActionKind::wait) return action.target == 0;
  return action.target < state.setup.dragons && (targets(state, state.actor) & bit(action.target)) != 0;
}

// Appends claw, tail whip and breath on each of the targets, targets ascending, then wait; those beyond the dragon's
// energy only when `all` (D-9).
constexpr void list_turns(const State& state, bool all, ActionList& list) {
  const int energy = all ? kFullEnergy : state.dragons[state.actor].energy;
  const DragonSet reach = targets(state, state.actor);
  for (int cost = cost_of(ActionKind::claw); cost < energy;
       ++cost) {  // D-18: deeds by rising cost, as affordable() has it
    for (DragonSet left = reach; left != 0; left &= left - 1) {
      list.push_back({.kind = static_cast<ActionKind>(cost), .target = static_cast<std::uint8_t>(lowest(left))});
    }
  }
  if (all || energy < kFullEnergy) list.push_back({.kind = ActionKind::wait});  // D-17, R-DUEL-7; D-19: so never empty
}

constexpr void list_choices(const State& state, Seat seat, ActionList& list) {
  if (!decides(state, seat)) return;
  if (state.phase == Phase::act) return list_turns(state, false, list);
  for (std::uint8_t id = 1; id <= kDragonKinds; ++id) {
    const Action action{.kind = ActionKind::dragon, .dragon = id};
    if (is_legal(state, seat, action)) list.push_back(action);
  }
}

constexpr void list_candidates(const State& state, Seat seat, ActionList& list) {
  if (!decides(state, seat)) return;
  if (state.phase == Phase::act) return list_turns(state, true, list);
  for (std::uint8_t id = 1; id <= kDragonKinds; ++id) list.push_back({.kind = ActionKind::dragon, .dragon = id});
}

}  // namespace wyrmhall::rules::duel
