// Dragons Arena on the wire.
#pragma once

#include "server/games/registry.h"

namespace wyrmhall::server {

const GameKind& arena_game();

}  // namespace wyrmhall::server
