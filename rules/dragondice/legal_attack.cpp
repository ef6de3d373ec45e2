// What may be decided in the course of a dragon attack, whatever the game around it is.
#include "rules/dragondice/dragons.h"
#include "rules/dragondice/legal.h"
#include "rules/dragondice/losses.h"

namespace wyrmhall::rules::dragondice {
namespace {

using Refusal = std::optional<Fault>;
using K = ActionKind;

std::int32_t signed_of(unsigned number) {
  return static_cast<std::int32_t>(number);
}

// DR-3, DR-4.
Refusal check_designate(const State& state, Seat seat, const Action& action) {
  const unsigned dragon = action.dragon;
  if (dragon >= state.dragons.size() || state.dragons[dragon].owner != seat) {
    return refuse("DR-3", Reason::not_your_dragon, {action.dragon});
  }
  const std::uint8_t next = next_to_designate(state, seat);
  if (dragon != next) {
    if (state.attack.targets[dragon] != kOpen) return refuse("DR-4", Reason::designated_already, {action.dragon});
    return refuse("DR-4", Reason::another_dragon_next, {next});
  }
  if (victims_of(state, dragon).contains(action.other)) return std::nullopt;
  return refuse("DR-3", Reason::not_a_target, {action.dragon, action.other});
}

// DR-19, R-DD-01.
Refusal check_loss(const State& state, Units units, int k) {
  const Units army = army_of(state);
  if (const Units strange = units.without(army); !strange.empty()) {
    return refuse("DR-19", Reason::not_in_army, {signed_of(strange.first())});
  }
  const int health = health_of(state, units);
  const int most = most_of(sums_of(state, army), k);
  if (health != most) return refuse("DR-19", Reason::not_the_most, {health, most});
  for (const unsigned unit : units.each()) {
    for (const unsigned other : army.without(units).each()) {
      if (other >= unit) break;
      if (state.units[other].type != state.units[unit].type) continue;
      return refuse("R-DD-01", Reason::not_the_lowest, {signed_of(unit), signed_of(other)});
    }
  }
  return std::nullopt;
}

Refusal check_lowest(const State& state, unsigned unit, Units among) {
  for (const unsigned other : among.each()) {
    if (other == unit) return std::nullopt;
    if (state.units[other].type == state.units[unit].type) {
      return refuse("R-DD-01", Reason::not_the_lowest, {signed_of(unit), signed_of(other)});
    }
  }
  return std::nullopt;
}

// DR-16.
Refusal check_promote(const State& state, const Action& action) {
  const Promotion& promotion = state.attack.promotion;
  const bool nobody = action.unit == kNone;
  if (nobody != (action.other == kNone)) return refuse("DR-16", Reason::half_null);
  if (nobody) return std::nullopt;
  if (promotion.down.contains(action.unit)) return refuse("DR-16", Reason::used_in_a_pair, {action.unit});
  if (promotion.up.contains(action.other)) return refuse("DR-16", Reason::used_in_a_pair, {action.other});
  const Units army = army_of(state).without(promotion.down);
  if (!army.contains(action.unit)) return refuse("DR-16", Reason::not_in_army, {action.unit});
  if (!promotion.dead.contains(action.other)) return refuse("DR-16", Reason::not_in_dead_area, {action.other});
  const UnitData& lower = data_of(state, action.unit);
  const UnitData& upper = data_of(state, action.other);
  if (lower.species != upper.species) {
    return refuse("DR-16", Reason::wrong_species, {action.unit, action.other});
  }
  const bool growth = promotion.purpose == Purpose::wild_growth;
  if (!is_pair(state, action.unit, action.other)) {
    return refuse("DR-16", Reason::wrong_health, {lower.health, upper.health, growth ? promotion.budget : 1});
  }
  if (!growth) {
    if (auto refusal = check_lowest(state, action.unit, army)) return refusal;
  }
  return check_lowest(state, action.other, promotion.dead);
}

// R-DD-25.
Refusal check_bash(const State& state, const Action& action) {
  const std::uint8_t unit = special_unit(state);
  if (action.unit != unit) return refuse("DR-11", Reason::wrong_unit, {action.unit, unit});
  if (bash_targets(state).contains(action.dragon)) return std::nullopt;
  return refuse("R-DD-25", Reason::does_not_attack, {action.dragon});
}

// DR-11.
Refusal check_regenerate(const State& state, const Action& action) {
  const Response& response = state.attack.response;
  const std::uint8_t unit = special_unit(state);
  if (action.unit != unit) return refuse("DR-11", Reason::wrong_unit, {action.unit, unit});
  const bool first = response.returning.empty();
  if (action.pick == (first ? kSaves : kDone)) return std::nullopt;
  const unsigned pick = action.pick.number;
  if (pick >= state.units.size()) return refuse("DR-11", Reason::no_such_pick, {action.pick.number});
  const Units dead = units_at(state, state.seat, kDead).without(response.returning);
  if (!dead.contains(pick)) return refuse("DR-11", Reason::not_in_dead_area, {action.pick.number});
  const int health = data_of(state, pick).health;
  if (health > response.left) return refuse("DR-11", Reason::too_healthy, {health, response.left});
  return check_lowest(state, pick, dead);
}

// DR-11, step 5.
Refusal check_allocate(const State& state, const Action& action) {
  const Response& response = state.attack.response;
  const Share& share = response.pools[response.shared];
  if (action.pool != share.pool) {
    return refuse("DR-11", Reason::wrong_pool, {number(action.pool), number(share.pool)});
  }
  const int sum = action.melee + action.missile + action.save;
  if (sum == share.points) return std::nullopt;
  return refuse("DR-11", Reason::wrong_sum, {sum, share.points});
}

// DR-14.
Refusal check_hits(const State& state, const Action& action) {
  int melee = 0;
  int missile = 0;
  for (unsigned dragon = 0; dragon < Dragons::kMaxIndices; ++dragon) {
    const Hit hit = action.slay.of(dragon);
    if (hit == Hit::none) continue;
    if (hit > Hit::missile || !state.attack.on_army.contains(dragon)) {
      return refuse("DR-14", Reason::cannot_be_slain, {signed_of(dragon)});
    }
    (hit == Hit::melee ? melee : missile) += need(state, dragon);
  }
  const Results& totals = state.attack.totals;
  if (melee <= totals.melee && missile <= totals.missile) return std::nullopt;
  return refuse("DR-14", Reason::too_few_results, {melee, totals.melee, missile, totals.missile});
}

}  // namespace

std::optional<Fault> fault_in_attack(const State& state, Seat seat, const Action& action) {
  const Attack& attack = state.attack;
  switch (action.kind) {
    case K::attack_terrain:
      if (action.to.is_terrain() && (state.todo >> action.to.number & 1) != 0) return std::nullopt;
      return refuse("DR-1", Reason::no_attack_there, {action.to.number});
    case K::designate:
      return check_designate(state, seat, action);
    case K::breath_order:
      if (attack.breath.contains(action.dragon)) return std::nullopt;
      return refuse("DR-13", Reason::no_open_breath, {action.dragon});
    case K::breath_kills:
      if (action.dragon != attack.breather) {
        return refuse("DR-13", Reason::wrong_dragon, {action.dragon, attack.breather});
      }
      return check_loss(state, action.units, breath_of(state.dragons[attack.breather].type));
    case K::promote:
      return check_promote(state, action);
    case K::bash:
      return check_bash(state, action);
    case K::regenerate:
      return check_regenerate(state, action);
    case K::allocate:
      return check_allocate(state, action);
    case K::hits:
      return check_hits(state, action);
    case K::casualties:
      return check_loss(state, action.units, attack.net);
    default:
      return std::nullopt;
  }
}

}  // namespace wyrmhall::rules::dragondice
