// What a seat brings to Dice & Dragons: the newcomers of its places in the party, and which dragon each of them faces
// (S1, N1, P1).
#pragma once

#include "server/games/seat_game.h"

namespace wyrmhall::server::hunt_wire {

struct SeatPart {
  static const SeatGame& seats_bring();
};

}  // namespace wyrmhall::server::hunt_wire
