// Dice & Dragons on the wire.
#pragma once

#include "server/games/registry.h"

namespace wyrmhall::server {

const GameKind& hunt_game();

}  // namespace wyrmhall::server
