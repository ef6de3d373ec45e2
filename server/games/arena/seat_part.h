// What a seat brings to Dragons Arena: the species that it wants.
#pragma once

#include "server/games/seat_game.h"

namespace wyrmhall::server::arena_wire {

struct SeatPart {
  static const SeatGame& seats_bring();
};

}  // namespace wyrmhall::server::arena_wire
