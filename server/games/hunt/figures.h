// What may come of a throw in Dice & Dragons, as figures (HuntOdds of protocol/wyrmhall/v1/hunt.proto).
#pragma once

#include "rules/hunt/action.h"
#include "rules/hunt/state.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::hunt_wire {

struct Odds {
  // The figures of an action that throws dice, which must be legal.
  static bool figures(const rules::hunt::State& state, const rules::hunt::Action& action, v1::GameOdds& odds);
};

}  // namespace wyrmhall::server::hunt_wire
