// Dragon Duel on the wire.
#pragma once

#include "server/games/registry.h"

namespace wyrmhall::server {

const GameKind& duel_game();

}  // namespace wyrmhall::server
