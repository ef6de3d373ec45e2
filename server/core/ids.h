// Ids: UUIDv7 for what is kept, and the number of a session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/id.h"
#include "persistence/answer.h"
#include "server/core/environment.h"

namespace wyrmhall::server {

// A fresh UUIDv7: 48 bits of milliseconds, then random bits.
Uuid make_uuid(Entropy& entropy, Timestamp now);

template <IdType T>
T make_id(Entropy& entropy, Timestamp now) {
  return T(make_uuid(entropy, now));
}
template <IdType T>
T make_id(const Environment& environment) {
  return make_id<T>(environment.entropy, environment.clock.now());
}

// When an id was made, to the millisecond: its first 48 bits say so.
template <class T>
Timestamp made_at(const T& id) {
  std::int64_t milliseconds = 0;
  for (std::size_t i = 0; i < 6; ++i) milliseconds = milliseconds << 8 | id.bytes()[i];
  return from_unix_micros(1000 * milliseconds);
}

// As id_from_bytes, of a list as it travels; what is no id is left out.
template <IdType T, class List>
std::vector<T> ids_from_bytes(const List& list) {
  std::vector<T> ids;
  ids.reserve(static_cast<std::size_t>(list.size()));
  for (const auto& bytes : list) {
    if (const auto id = id_from_bytes<T>(bytes)) ids.push_back(*id);
  }
  return ids;
}

// One connection of one run of the server.
struct SessionId {
  persistence::Incarnation incarnation = 0;
  std::uint64_t number = 0;
  friend bool operator==(const SessionId&, const SessionId&) = default;
};

}  // namespace wyrmhall::server
