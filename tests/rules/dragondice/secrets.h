// What is hidden in Dragon Dice (DR-4), changed at random.
#pragma once

#include "rules/dice/fast_dice.h"
#include "rules/dragondice/rules.h"

namespace wyrmhall::rules::testing {

// The state with another target wherever the viewer may not know the one that was chosen.
inline dragondice::State change_hidden(const dragondice::State& state, Viewer viewer, FastDice& chance) {
  dragondice::State changed = dragondice::Game::conceal(state, viewer);
  dragondice::Game::determinise(changed, viewer, chance);
  return changed;
}

}  // namespace wyrmhall::rules::testing
