// Every answer to the question that is asked, in the order of the rulebook, until the visitor says false. They are
// exactly what legal.cpp lets through.
#pragma once

#include "rules/dragondice/dragons.h"
#include "rules/dragondice/legal.h"
#include "rules/dragondice/losses.h"
#include "rules/dragondice/state.h"

namespace wyrmhall::rules::dragondice {

namespace detail {

using K = ActionKind;

template <class Visit>
void each_pair(const State& state, Visit& visit) {
  const Promotion& promotion = state.attack.promotion;
  Units army = army_of(state).without(promotion.down);
  // The dice of a Wild Growth lie on the table, so no two dice of the army are alike (R-DD-01).
  if (promotion.purpose != Purpose::wild_growth) army = lowest_of_each(state, army);
  const Units dead = lowest_of_each(state, promotion.dead);
  const bool more = promotion.limit == 0 || promotion.down.size() < promotion.limit;
  for (const unsigned unit : army.each()) {
    if (!more) break;
    for (const unsigned with : dead.each()) {
      if (!is_pair(state, unit, with)) continue;
      if (!visit(
              {.kind = K::promote, .unit = static_cast<std::uint8_t>(unit), .other = static_cast<std::uint8_t>(with)}))
        return;
    }
  }
  visit({.kind = K::promote});
}

// DR-14.
template <class Visit>
bool each_hits(const State& state, std::size_t next, int melee, int missile, Hits hits, Visit& visit) {
  const auto& dragons = state.attack.dragons;
  while (next < dragons.size() && !state.attack.on_army.contains(dragons[next])) ++next;
  if (next == dragons.size()) return visit({.kind = K::hits, .slay = hits});
  const unsigned dragon = dragons[next];
  if (!each_hits(state, next + 1, melee, missile, hits, visit)) return false;
  const int needed = need(state, dragon);
  if (needed <= melee) {
    hits.set(dragon, Hit::melee);
    if (!each_hits(state, next + 1, melee - needed, missile, hits, visit)) return false;
  }
  if (needed > missile) return true;
  hits.set(dragon, Hit::missile);
  return each_hits(state, next + 1, melee, missile - needed, hits, visit);
}

// DR-11.
template <class Visit>
void each_return(const State& state, Visit& visit) {
  const Response& response = state.attack.response;
  const std::uint8_t unit = special_unit(state);
  const Pick none = response.returning.empty() ? kSaves : kDone;
  if (!visit({.kind = K::regenerate, .unit = unit, .pick = none})) return;
  const Units dead = units_at(state, state.seat, kDead).without(response.returning);
  for (const unsigned each : lowest_of_each(state, dead).each()) {
    if (data_of(state, each).health > response.left) continue;
    if (!visit({.kind = K::regenerate, .unit = unit, .pick = {static_cast<std::uint8_t>(each)}})) return;
  }
}

template <class Visit>
void each_move(const State& state, Visit& visit) {
  if (state.regrouped < state.options.regroup) {
    for (int from = 0; from <= kReserve.number; ++from) {
      const Units units = units_at(state, state.seat, terrain_place(from));
      for (const unsigned unit : lowest_of_each(state, units).each()) {
        for (int to = 0; to <= kReserve.number; ++to) {
          if (to == from) continue;
          if (!visit({.kind = K::regroup, .unit = static_cast<std::uint8_t>(unit), .to = terrain_place(to)})) return;
        }
      }
    }
  }
  visit({.kind = K::regroup});
}

template <class Visit>
void each_call(const State& state, Visit& visit) {
  const int points = state.call[state.seat];
  if (points >= std::min(state.options.call_cost, state.options.call_cost_white)) {
    bool at_terrain = false;
    for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
      at_terrain = at_terrain || !units_at(state, state.seat, terrain_place(terrain)).empty();
    }
    const Elements elements = elements_of(state, state.seat);
    for (unsigned dragon = 0; dragon < state.dragons.size() && at_terrain; ++dragon) {
      const Dragon& called = state.dragons[dragon];
      if (points < call_cost(state, dragon)) continue;
      if (!is_white(called.type) && !may_be_summoned(called.type, called.at, elements)) continue;
      for (int to = 0; to < kTerrainsInPlay; ++to) {
        if (called.at == terrain_place(to)) continue;
        if (!visit({.kind = K::call, .dragon = static_cast<std::uint8_t>(dragon), .to = terrain_place(to)})) return;
      }
    }
  }
  visit({.kind = K::call});
}

template <class Visit>
void each_split(const State& state, Visit& visit) {
  const Response& response = state.attack.response;
  const Share& share = response.pools[response.shared];
  for (int melee = 0; melee <= share.points; ++melee) {
    for (int missile = 0; missile <= share.points - melee; ++missile) {
      if (!visit({.kind = K::allocate,
                  .pool = share.pool,
                  .melee = static_cast<std::uint8_t>(melee),
                  .missile = static_cast<std::uint8_t>(missile),
                  .save = static_cast<std::uint8_t>(share.points - melee - missile)}))
        return;
    }
  }
}

}  // namespace detail

// `visit` takes an Action and says whether to go on.
template <class Visit>
void each_answer(const State& state, Seat seat, Visit&& visit) {
  using detail::K;
  const Attack& attack = state.attack;
  switch (state.step) {
    case Step::attack_terrain:
      for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
        if ((state.todo >> terrain & 1) == 0) continue;
        if (!visit({.kind = K::attack_terrain, .to = terrain_place(terrain)})) return;
      }
      return;
    case Step::designate: {
      const std::uint8_t dragon = next_to_designate(state, seat);
      if (dragon == kNone) return;
      for (const unsigned target : victims_of(state, dragon).each()) {
        if (!visit({.kind = K::designate, .dragon = dragon, .other = static_cast<std::uint8_t>(target)})) return;
      }
      return;
    }
    case Step::breath_order:
      for (const std::uint8_t dragon : attack.dragons) {
        if (!attack.breath.contains(dragon)) continue;
        if (!visit({.kind = K::breath_order, .dragon = dragon})) return;
      }
      return;
    case Step::breath_kills: {
      const int k = breath_of(state.dragons[attack.breather].type);
      return each_loss(state, army_of(state), k, [&](Units units) {
        return visit({.kind = K::breath_kills, .dragon = attack.breather, .units = units});
      });
    }
    case Step::promote:
      return detail::each_pair(state, visit);
    case Step::bash:
      for (const unsigned dragon : bash_targets(state).each()) {
        if (!visit({.kind = K::bash, .unit = special_unit(state), .dragon = static_cast<std::uint8_t>(dragon)})) return;
      }
      return;
    case Step::regenerate:
      return detail::each_return(state, visit);
    case Step::allocate:
      return detail::each_split(state, visit);
    case Step::hits:
      detail::each_hits(state, 0, attack.totals.melee, attack.totals.missile, {}, visit);
      return;
    case Step::casualties:
      return each_loss(state, army_of(state), attack.net,
                       [&](Units units) { return visit({.kind = K::casualties, .units = units}); });
    case Step::regroup:
      return detail::each_move(state, visit);
    case Step::call:
      return detail::each_call(state, visit);
    default:
      return;
  }
}

}  // namespace wyrmhall::rules::dragondice
