// The ways in which a game can be played, as far as its options say so: the values of the first of them that is an
// enumeration, such as Dragon Duel's modes.
#pragma once

#include <string>
#include <vector>

#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::sim {

// «duel DUEL_MODE_ARENA», or the game alone where it has no such option.
std::string way_of_playing(const wyrmhall::v1::GameOptions& options);

// All of them, of a game by its code name.
std::vector<std::string> ways_of_playing(const std::string& game);

}  // namespace wyrmhall::sim
