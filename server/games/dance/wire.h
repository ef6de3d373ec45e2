// Dragon Dance on the wire.
#pragma once

#include "server/games/registry.h"

namespace wyrmhall::server {

const GameKind& dance_game();

}  // namespace wyrmhall::server
