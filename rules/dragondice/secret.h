// What is hidden in Dragon Dice (DR-4), and what could be there.
#pragma once

#include "rules/dice/dice.h"
#include "rules/dragondice/dragons.h"
#include "rules/dragondice/state.h"

namespace wyrmhall::rules::dragondice {

// Whether this dragon's owner has chosen among several targets while others have yet to choose.
constexpr bool is_secret(const State& state, unsigned dragon) {
  if (state.step != Step::designate) return false;
  const Target target = state.attack.targets[dragon];
  return (target.is_dragon() || target == kHidden) && victims_of(state, dragon).size() > 1;
}

constexpr void hide(State& state, Viewer viewer) {
  for (const std::uint8_t dragon : state.attack.dragons) {
    if (state.dragons[dragon].owner != viewer.seat && is_secret(state, dragon)) state.attack.targets[dragon] = kHidden;
  }
}

// Puts a target wherever one is hidden, each equally likely.
template <Dice D>
void fill_in(State& state, D& dice) {
  for (const std::uint8_t dragon : state.attack.dragons) {
    if (state.attack.targets[dragon] != kHidden) continue;
    Dragons victims = victims_of(state, dragon);
    for (int skip = dice.roll(victims.size()) - 1; skip > 0; --skip) victims.erase(victims.first());
    state.attack.targets[dragon] = {static_cast<std::uint8_t>(victims.first())};
  }
}

}  // namespace wyrmhall::rules::dragondice
