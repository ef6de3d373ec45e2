#include "server/core/ids.h"

#include <span>

namespace wyrmhall::server {

Uuid make_uuid(Entropy& entropy, Timestamp now) {
  Uuid id{};
  entropy.fill(std::span(id).subspan(6));
  const auto millis =
      static_cast<std::uint64_t>(std::chrono::floor<std::chrono::milliseconds>(now).time_since_epoch().count());
  for (int i = 0; i < 6; ++i) id[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(millis >> (40 - 8 * i));
  id[6] = static_cast<std::uint8_t>(0x70U | (id[6] & 0x0FU));  // version 7
  id[8] = static_cast<std::uint8_t>(0x80U | (id[8] & 0x3FU));  // variant of RFC 9562
  return id;
}

}  // namespace wyrmhall::server
