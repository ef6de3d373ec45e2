#include "rules/duel/legal.h"

namespace wyrmhall::rules::duel {
namespace {

// The rule that says whom a dragon may attack.
std::string_view target_rule(const State& state) {
  switch (state.setup.mode) {
    case Mode::duel:
      return "D-13";
    case Mode::solitaire:
      return "D-34";
    case Mode::arena:
      return "D-40";
    case Mode::battle:
      return "D-47";
  }
  return "D-9";
}

Fault explain_choice(const State& state, const Action& action) {
  if (state.phase != Phase::choose) return refuse("D-7", Reason::already_chosen, {action.dragon});
  if (action.target != 0) return refuse("D-9", Reason::stray_field, {number(action.kind)});
  for (unsigned i = 0; i < state.setup.dragons && action.dragon != 0; ++i) {
    if (state.dragons[i].dragon == action.dragon) {
      return refuse("D-7", Reason::dragon_taken, {action.dragon, static_cast<std::int32_t>(i)});
    }
  }
  return refuse("D-7", Reason::no_such_dragon, {action.dragon, 1, kDragonKinds});
}

Fault explain_target(const State& state, const Action& action) {
  if (action.target >= state.setup.dragons) {
    return refuse(target_rule(state), Reason::no_such_target, {action.target, state.setup.dragons});
  }
  if (state.dragons[action.target].side == state.dragons[state.actor].side) {
    return refuse(target_rule(state), Reason::target_is_own, {state.actor, action.target});
  }
  if (!alive(state.dragons[action.target])) return refuse("D-3", Reason::target_dead, {action.target});
  return refuse(target_rule(state), Reason::target_too_far, {state.actor, action.target});
}

}  // namespace

Fault explain_refusal(const State& state, Seat seat, const Action& action) {
  if (state.phase == Phase::over) return refuse("D-30", Reason::match_over);
  if (state.pending != Pending::none) return refuse("D-10", Reason::not_now);
  if (seat != state.seat) return refuse("D-9", Reason::not_your_turn, {state.seat, seat});
  if (action.kind > ActionKind::wait) return refuse("D-9", Reason::no_such_act, {number(action.kind)});
  if (action.kind == ActionKind::dragon) return explain_choice(state, action);
  if (state.phase == Phase::choose) return refuse("D-7", Reason::choose_first, {number(action.kind)});
  if (action.dragon != 0 || (action.kind == ActionKind::wait && action.target != 0)) {
    return refuse("D-9", Reason::stray_field, {number(action.kind)});
  }
  const std::int32_t energy = state.dragons[state.actor].energy;
  if (action.kind == ActionKind::wait) return refuse("D-17", Reason::full_energy, {state.actor, energy});
  if (is_attack(action.kind) &&
      (action.target >= state.setup.dragons || (targets(state, state.actor) & bit(action.target)) == 0)) {
    return explain_target(state, action);
  }
  return refuse("D-18", Reason::needs_energy,
                {number(action.kind), cost_of(action.kind) + kMinEnergy, state.actor, energy});
}

}  // namespace wyrmhall::rules::duel
