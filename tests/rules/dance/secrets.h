// What is hidden in Dragon Dance (H1), changed at random.
#pragma once

#include "rules/dance/rules.h"
#include "rules/dice/fast_dice.h"

namespace wyrmhall::rules::testing {

// The state with another choice wherever the viewer may not know the one that was made.
inline dance::State change_hidden(const dance::State& state, Viewer viewer, FastDice& chance) {
  dance::State changed = state;
  for (const Seat seat : {dance::kKnight, dance::kDragon}) {
    dance::Side& side = changed.seats[seat];
    if (seat == viewer.seat || !side.committed) continue;
    // As it stood before the seat chose.
    side.committed = false;
    dance::ActionList list;
    if (state.phase == dance::Phase::die) side.die = dance::kNotChosen;
    dance::Game::choices(changed, seat, list);
    const dance::Action& other = list[chance.below(list.size())];
    if (state.phase == dance::Phase::die) side.die = other.die;
    if (state.phase == dance::Phase::card) side.card = other.card;
    if (state.phase == dance::Phase::take_back) side.back.choice = other.card;
    side.committed = true;
  }
  return changed;
}

}  // namespace wyrmhall::rules::testing
