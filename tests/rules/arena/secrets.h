// What is hidden in Dragons Arena, changed at random.
#pragma once

#include "rules/arena/rules.h"
#include "rules/dice/fast_dice.h"

namespace wyrmhall::rules::testing {

// The state with another allocation wherever the viewer may not know the one that was committed.
inline arena::State change_hidden(const arena::State& state, Viewer viewer, FastDice& chance) {
  arena::State changed = state;
  if (state.phase != arena::Phase::allocate) return changed;
  for (const arena::Species species : arena::kSpecies) {
    arena::Pool& pool = changed.pool[arena::index(species)];
    const Seat owner = arena::seat_of(state.setup, species);
    if (pool.empty() || owner == viewer.seat) continue;
    pool.clear();
    arena::ActionList list;
    arena::Game::choices(changed, owner, list);
    for (const std::uint8_t power : list[chance.below(list.size())].powers) pool.push_back(power);
  }
  return changed;
}

}  // namespace wyrmhall::rules::testing
