// What a seat brings to Dragon Dice: its force with its dragons (A-2, DR-0), which nobody else sees before all are
// ready.
#pragma once

#include "server/games/seat_game.h"

namespace wyrmhall::server::dragondice_wire {

struct SeatPart {
  static const SeatGame& seats_bring();
};

}  // namespace wyrmhall::server::dragondice_wire
