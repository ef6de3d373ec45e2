// Which units an army may lose (DR-19): sets whose health is as large as possible without exceeding a number. Of units
// of the same kind they take the lowest.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/dragondice/dragons.h"
#include "rules/dragondice/state.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::dragondice {

// How much health the army loses at most, by the attack or by a dragon's breath: for the steps in which losses are
// chosen.
inline int health_at_stake(const State& state) {
  if (state.step == Step::casualties) return state.attack.net;
  return breath_of(state.dragons[state.attack.breather].type);
}

// The healths that sets of these units can come to, one bit each. A force has less than 64 points.
inline std::uint64_t sums_of(const State& state, Units units) {
  std::uint64_t sums = 1;
  for (const unsigned unit : units.each()) sums |= sums << data_of(state, unit).health;
  return sums;
}

// The largest of them that is at most k.
inline int most_of(std::uint64_t sums, int k) {
  const std::uint64_t below = k >= 63 ? sums : sums & ((std::uint64_t{2} << k) - 1);
  return 63 - std::countl_zero(below);
}

namespace detail {

struct Kind {
  UnitType type = 0;
  std::uint8_t health = 0;
  Units members{};
};

// Calls visit(Units) for the sets of the kinds from `next` on that come to `sum`, each added to `chosen`; stops as soon
// as it returns false.
template <class Visit>
bool each_sum(const auto& kinds, const auto& sums, std::size_t next, int sum, Units chosen, Visit& visit) {
  if (((sums[next] >> sum) & 1U) == 0) return true;
  if (next == kinds.size()) return visit(chosen);
  Units left = kinds[next].members;
  while (true) {
    if (!each_sum(kinds, sums, next + 1, sum, chosen, visit)) return false;
    if (left.empty() || sum < kinds[next].health) return true;
    sum -= kinds[next].health;
    chosen.insert(left.first());
    left.erase(left.first());
  }
}

}  // namespace detail

// Calls visit(Units) for each set that may be lost, until it says false.
template <class Visit>
void each_loss(const State& state, Units army, int k, Visit&& visit) {
  InlineVector<detail::Kind, kMaxUnits> kinds;
  for (const unsigned unit : army.each()) {
    const UnitType type = state.units[unit].type;
    std::size_t at = 0;
    while (at < kinds.size() && kinds[at].type != type) ++at;
    if (at == kinds.size()) kinds.push_back({.type = type, .health = unit_data(type).health});
    kinds[at].members.insert(unit);
  }
  std::array<std::uint64_t, kMaxUnits + 1> sums{};  // of the kinds from each place on
  sums[kinds.size()] = 1;
  for (std::size_t i = kinds.size(); i-- > 0;) {
    sums[i] = sums[i + 1];
    for (int n = 0; n < kinds[i].members.size(); ++n) sums[i] |= sums[i] << kinds[i].health;
  }
  detail::each_sum(kinds, sums, 0, most_of(sums[0], k), Units{}, visit);
}

}  // namespace wyrmhall::rules::dragondice
