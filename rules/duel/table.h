// Who stands where: living dragons, sides, who may be attacked, and the order of turns. All pure.
#pragma once

#include <bit>
#include <cstdint>

#include "rules/duel/state.h"

namespace wyrmhall::rules::duel {

// A set of dragons, one bit for each index.
using DragonSet = unsigned;

constexpr DragonSet bit(unsigned index) {
  return 1U << index;
}
constexpr unsigned lowest(DragonSet set) {
  return static_cast<unsigned>(std::countr_zero(set));
}

// R-DUEL-16: both teams have the same number.
constexpr unsigned lanes(const Setup& setup) {
  return setup.dragons / 2U;
}

// The dragons of side 0 where there are two sides: the first dragon, or team 0.
constexpr DragonSet side_zero(const Setup& setup) {
  return setup.mode == Mode::battle ? bit(lanes(setup)) - 1U : 1U;
}

// D-29, D-37, D-42, D-48: the only side with a living dragon, or kNobody while there are several.
constexpr std::uint8_t last_side_standing(const State& state) {
  const DragonSet set = state.living;
  if (state.setup.mode == Mode::arena) {
    return (set & (set - 1)) == 0 ? state.dragons[lowest(set)].side : kNobody;
  }
  const DragonSet zero = side_zero(state.setup);
  if ((set & ~zero) == 0) return 0;
  return (set & zero) == 0 ? std::uint8_t{1} : kNobody;
}

// The first of `set` met going left (rising index, closed to a ring of n) from `from`, `from` itself left out.
constexpr unsigned next_left(DragonSet set, unsigned from, unsigned n) {
  unsigned i = from;
  do i = i + 1 == n ? 0 : i + 1;
  while ((set & bit(i)) == 0 && i != from);
  return i;
}

constexpr unsigned next_right(DragonSet set, unsigned from, unsigned n) {
  unsigned i = from;
  do i = i == 0 ? n - 1 : i - 1;
  while ((set & bit(i)) == 0 && i != from);
  return i;
}

// The dragons that `actor`, who lives, may attack.
constexpr DragonSet targets(const State& state, unsigned actor) {
  const DragonSet set = state.living;
  const unsigned n = state.setup.dragons;
  switch (state.setup.mode) {
    case Mode::duel:
      return bit(1U - actor) & set;  // D-13
    case Mode::solitaire:
      return actor == 0 ? set & ~1U : set & 1U;  // D-34, R-DUEL-12
    case Mode::arena:
      return (bit(next_left(set, actor, n)) | bit(next_right(set, actor, n))) & ~bit(actor);  // D-40, D-41
    case Mode::battle:
      break;
  }
  // D-47, R-DUEL-18: the facing enemy, else the living ones at the least distance.
  const unsigned k = lanes(state.setup);
  const unsigned lane = actor % k;
  const unsigned base = actor < k ? k : 0U;
  for (unsigned distance = 0; distance < k; ++distance) {
    DragonSet found = 0;
    if (lane >= distance) found |= bit(base + lane - distance) & set;
    if (lane + distance < k) found |= bit(base + lane + distance) & set;
    if (found != 0) return found;
  }
  return 0;
}

// D-7, R-DUEL-23: the dragon that is chosen for next, in index order, in a battle down the line; kNobody when all are
// chosen.
constexpr std::uint8_t next_to_choose(const State& state) {
  const unsigned n = state.setup.dragons;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned index = state.setup.mode == Mode::battle ? ((i % 2U) * lanes(state.setup)) + (i / 2U) : i;
    if (state.dragons[index].dragon == 0) return static_cast<std::uint8_t>(index);
  }
  return kNobody;
}

// Sets the order of the round that begins: D-28, R-DUEL-10 in a duel, D-34, D-39 and R-DUEL-14 in a ring, D-46 in a
// battle.
void set_ring_order(State& state);
void set_snake_order(State& state);
constexpr void set_order(State& state) {
  if (state.setup.mode == Mode::battle) return set_snake_order(state);
  if (state.setup.mode != Mode::duel) return set_ring_order(state);
  // set_ring_order() comes to the same, more slowly.
  const unsigned other = 1U - state.first;
  const bool other_leads = state.dragons[other].energy > state.dragons[state.first].energy;
  state.order.clear();
  state.order.push_back(static_cast<std::uint8_t>(other_leads ? other : state.first));
  state.order.push_back(static_cast<std::uint8_t>(other_leads ? state.first : other));
}

// D-32, R-DUEL-20: the side that wins a game that reached the round cap.
std::uint8_t adjudicate(const State& state);

}  // namespace wyrmhall::rules::duel
