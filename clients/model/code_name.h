// The short names of the protocol's enumerators, as people type them and as statements spell them.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>

#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::clients {

// An enumerator without the prefix that its whole enumeration shares, in lower case: DUEL_MODE_ARENA is "arena".
std::string short_name(const google::protobuf::EnumValueDescriptor& value);

// The code name of the game that some options are for; empty for none.
std::string game_of(const v1::GameOptions& options);

}  // namespace wyrmhall::clients
