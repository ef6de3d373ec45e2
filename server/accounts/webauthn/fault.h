// Why what a browser gives of a passkey is not accepted.
#pragma once

#include <cstdint>

namespace wyrmhall::server::webauthn {

enum class Fault : std::uint8_t {
  kMalformed,       // the bytes are not what the specification says, or longer than anything honest
  kOtherType,       // a use where a new passkey was asked for, or the other way round
  kOtherChallenge,  // made for another challenge: replayed, say
  kOtherOrigin,     // made on a page of another origin, or within a frame of one
  kOtherHost,       // made for another host
  kAbsent,          // nobody was there to allow it
  kAlgorithm,       // a kind of key that this server does not know, or a key that is none
  kSignature,       // signed by another key, or over something else
  kCounterBack,     // the device has counted no further since: there may be a copy of the key
};

}  // namespace wyrmhall::server::webauthn
