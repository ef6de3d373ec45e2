// What AskOdds tells of a decision of Dragon Dice.
#pragma once

#include "rules/dragondice/action.h"
#include "rules/dragondice/state.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

namespace v1 = wyrmhall::v1;

// Whether there are any: of decisions that let dragons attack, or call one to an army.
bool write_dragondice_figures(const rules::dragondice::State& state, const rules::dragondice::Action& action,
                              v1::GameOdds& odds);

}  // namespace wyrmhall::server
