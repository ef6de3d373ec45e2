// What a simulated client brings to a hunt.
#pragma once

#include "tests/sim/rng.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::sim {

namespace pb = wyrmhall::v1;

// Newcomers, and which dragons they face; now and then what the rules refuse.
pb::SeatPart draw_hunt_part(Rng& rng);

}  // namespace wyrmhall::sim
