// What a seat brings to Dragon Dance: the role that it wants (G1).
#pragma once

#include "server/games/seat_game.h"

namespace wyrmhall::server::dance_wire {

struct SeatPart {
  static const SeatGame& seats_bring();
};

}  // namespace wyrmhall::server::dance_wire
