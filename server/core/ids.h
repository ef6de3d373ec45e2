// Ids: UUIDv7 for what is kept, and the number of a session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "common/bytes.h"
#include "common/uuid.h"
#include "server/core/environment.h"

namespace wyrmhall::server {

// A fresh UUIDv7: 48 bits of milliseconds, then random bits.
Id make_id(Entropy& entropy, Timestamp now);
Id make_id(const Environment& environment);

// The bytes of an id as they travel; nothing when there are not exactly 16.
inline std::optional<Id> id_from_bytes(std::string_view bytes) {
  return array_from<Id>(bytes);
}

// One connection of one run of the server.
struct SessionId {
  persistence::Incarnation incarnation = 0;
  std::uint64_t number = 0;
  friend bool operator==(const SessionId&, const SessionId&) = default;
};

struct IdHash {
  std::size_t operator()(const Id& id) const;
};

}  // namespace wyrmhall::server
