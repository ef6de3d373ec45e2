// What is hidden in Dragons Arena, and what could be there.
#pragma once

#include <cstdint>
#include <numeric>

#include "rules/arena/legal.h"
#include "rules/arena/state.h"
#include "rules/dice/dice.h"

namespace wyrmhall::rules::arena {

// Eight powers in ascending order, each such list equally likely: a walk over eight dice and five steps up in power.
template <Dice D>
Pool any_allocation(D& dice) {
  Pool pool;
  int steps = kMaxPower - 1;
  while (!pool.full()) {
    const int left = kDragonsEach - static_cast<int>(pool.size());
    if (steps == 0 || dice.roll(left + steps) <= left) {
      pool.push_back(static_cast<std::uint8_t>(kMaxPower - steps));
    } else {
      --steps;
    }
  }
  return pool;
}

// Puts a legal allocation wherever one is hidden, each equally likely.
template <Dice D>
void fill_in(State& state, D& dice) {
  if (state.phase != Phase::allocate) return;
  for (Pool& pool : state.pool) {
    if (!is_hidden(pool)) continue;
    do pool = any_allocation(dice);
    while (state.setup.placement == Placement::big && std::accumulate(pool.begin(), pool.end(), 0) != kBigSum);
  }
}

}  // namespace wyrmhall::rules::arena
