// What AskOdds tells about a decision of Dragon Dice.
#pragma once

#include "rules/dragondice/action.h"
#include "rules/dragondice/state.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dragondice_wire {

struct Odds {
  // The figures of decisions that let dragons attack, or call one to an army.
  static bool figures(const rules::dragondice::State& state, const rules::dragondice::Action& action,
                      v1::GameOdds& odds);
};

}  // namespace wyrmhall::server::dragondice_wire
