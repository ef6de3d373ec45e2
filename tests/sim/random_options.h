// Options of any game that the server knows, drawn at random and accepted by the game.
#pragma once

#include "tests/sim/rng.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::sim {

wyrmhall::v1::GameOptions draw_options(Rng& rng);

}  // namespace wyrmhall::sim
