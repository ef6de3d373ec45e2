#include "rules/dragondice/legal.h"

#include "rules/dragondice/dragons.h"

namespace wyrmhall::rules::dragondice {
namespace {

using Refusal = std::optional<Fault>;
using K = ActionKind;

// The action with only what its kind has use for.
Action plain(const Action& action) {
  Action plain{.kind = action.kind};
  switch (action.kind) {
    case K::attack_terrain:
      plain.to = action.to;
      break;
    case K::promote:
      plain.unit = action.unit;
      plain.other = action.other;
      break;
    case K::designate:
      plain.other = action.other;
      [[fallthrough]];
    case K::breath_order:
      plain.dragon = action.dragon;
      break;
    case K::breath_kills:
      plain.dragon = action.dragon;
      [[fallthrough]];
    case K::casualties:
      plain.units = action.units;
      break;
    case K::bash:
      plain.unit = action.unit;
      plain.dragon = action.dragon;
      break;
    case K::regenerate:
      plain.unit = action.unit;
      plain.pick = action.pick;
      break;
    case K::allocate:
      plain.pool = action.pool;
      plain.melee = action.melee;
      plain.missile = action.missile;
      plain.save = action.save;
      break;
    case K::hits:
      plain.slay = action.slay;
      break;
    case K::regroup:
      plain.unit = action.unit;
      plain.to = action.to;
      break;
    case K::call:
      plain.dragon = action.dragon;
      plain.to = action.to;
      break;
  }
  return plain;
}

//
Refusal check_regroup(const State& state, const Action& action) {
  const bool nobody = action.unit == kNone;
  if (nobody != (action.to == kNowhere)) return refuse("A-7", Reason::half_null);
  if (nobody) return std::nullopt;
  const unsigned unit = action.unit;
  const bool own = unit >= first_unit(state, state.seat) && unit < end_of_units(state, state.seat);
  if (!own || state.units[unit].at > kReserve) return refuse("A-7", Reason::cannot_move, {action.unit});
  if (action.to > kReserve) return refuse("A-7", Reason::no_such_place, {action.to.number});
  const Place from = state.units[unit].at;
  if (from == action.to) return refuse("A-7", Reason::there_already, {action.to.number});
  for (const unsigned other : units_at(state, state.seat, from).each()) {
    if (other == unit) break;
    if (state.units[other].type != state.units[unit].type) continue;
    return refuse("R-DD-01", Reason::not_the_lowest, {action.unit, static_cast<std::int32_t>(other)});
  }
  return std::nullopt;
}

// A-8, DR-5 to DR-8.
Refusal check_call(const State& state, const Action& action) {
  const bool nobody = action.dragon == kNone;
  if (nobody != (action.to == kNowhere)) return refuse("A-8", Reason::half_null);
  if (nobody) return std::nullopt;
  if (action.dragon >= state.dragons.size()) return refuse("A-8", Reason::no_such_dragon, {action.dragon});
  if (!action.to.is_terrain()) return refuse("A-8", Reason::no_such_place, {action.to.number});
  const Dragon& dragon = state.dragons[action.dragon];
  if (dragon.at == action.to) return refuse("A-8", Reason::there_already, {action.to.number});
  const int cost = call_cost(state, action.dragon);
  const int points = state.call[state.seat];
  if (points < cost) return refuse("A-8", Reason::too_dear, {points, cost});
  bool at_terrain = false;
  for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
    at_terrain = at_terrain || !units_at(state, state.seat, terrain_place(terrain)).empty();
  }
  if (!at_terrain) return refuse("A-8", Reason::wrong_elements, {action.dragon});
  if (is_white(dragon.type)) return std::nullopt;  // DR-8
  if (may_be_summoned(dragon.type, dragon.at, elements_of(state, state.seat))) return std::nullopt;
  const DragonKind kind = data_of(dragon.type).kind;
  const bool ivory = kind == DragonKind::ivory;
  return refuse(ivory                              ? "DR-6"
                : kind == DragonKind::ivory_hybrid ? "DR-7"
                                                   : "DR-5",
                Reason::wrong_elements, {action.dragon});
}

}  // namespace

SeatSet seats_to_decide(const State& state) {
  if (!state.asking) return {};
  if (state.step != Step::designate) return {state.seat};
  SeatSet seats;
  for (const std::uint8_t dragon : state.attack.dragons) {
    if (state.attack.targets[dragon] == kOpen) seats.insert(state.dragons[dragon].owner);
  }
  return seats;
}

std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action) {
  if (state.step == Step::over) return refuse("A-9", Reason::match_over);
  if (!state.asking) return refuse("A-6", Reason::not_now);
  if (!seats_to_decide(state).contains(seat)) return refuse("A-6", Reason::not_your_decision, {seat});
  // The steps that are questions are in the order of the kinds.
  const auto asked = static_cast<ActionKind>(state.step);
  if (action.kind != asked) return refuse("A-6", Reason::wrong_question, {number(action.kind), number(asked)});
  if (action != plain(action)) return refuse("A-6", Reason::stray_field, {number(action.kind)});
  if (action.kind == K::regroup) return check_regroup(state, action);
  if (action.kind == K::call) return check_call(state, action);
  return fault_in_attack(state, seat, action);
}

}  // namespace wyrmhall::rules::dragondice
