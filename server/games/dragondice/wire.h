// Dragon Dice on this server (docs/rules/dragondice.md).
#pragma once

#include "server/games/registry.h"

namespace wyrmhall::server {

const GameKind& dragondice_game();

}  // namespace wyrmhall::server
