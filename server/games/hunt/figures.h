// What may come of a throw in Dice & Dragons, as figures (HuntOdds of protocol/wyrmhall/v1/hunt.proto).
#pragma once

#include "rules/hunt/action.h"
#include "rules/hunt/state.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

// Whether the action, which must be legal, throws dice; then its figures are written.
bool write_hunt_figures(const rules::hunt::State& state, const rules::hunt::Action& action, v1::GameOdds& odds);

}  // namespace wyrmhall::server
