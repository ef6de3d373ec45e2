// Makes valid messages of any Protobuf type out of chance, and changes them a little: by reflection, so that whatever
// is added to the protocol is fuzzed too.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <random>

namespace wyrmhall::fuzz {

using Random = std::minstd_rand;

// Changes one thing somewhere in the message: sets, clears or alters a field, or a part of a list.
void mutate(google::protobuf::Message& message, Random& random);

}  // namespace wyrmhall::fuzz
