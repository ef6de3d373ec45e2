// The faces of dice that an event shows, of any game: the contract says in which fields they stand (the option
// `faces`).
#pragma once

#include <cstdint>
#include <vector>

#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::clients {

// Adds them in the order in which they were rolled, each as its number from 1.
void add_faces(const v1::GameEvent& event, std::vector<std::uint16_t>& faces);

}  // namespace wyrmhall::clients
