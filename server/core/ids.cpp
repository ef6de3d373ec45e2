#include "server/core/ids.h"

#include <cstring>
#include <span>

namespace wyrmhall::server {

Id make_id(const Environment& environment) {
  return make_id(environment.entropy, environment.clock.now());
}

Id make_id(Entropy& entropy, Timestamp now) {
  Id id{};
  entropy.fill(std::span(id).subspan(6));
  const auto millis =
      static_cast<std::uint64_t>(std::chrono::floor<std::chrono::milliseconds>(now).time_since_epoch().count());
  for (int i = 0; i < 6; ++i) id[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(millis >> (40 - 8 * i));
  id[6] = static_cast<std::uint8_t>(0x70U | (id[6] & 0x0FU));  // version 7
  id[8] = static_cast<std::uint8_t>(0x80U | (id[8] & 0x3FU));  // variant of RFC 9562
  return id;
}

std::size_t IdHash::operator()(const Id& id) const {
  std::size_t hash = 0;
  std::memcpy(&hash, id.data() + 8, sizeof hash);  // the random half
  return hash;
}

}  // namespace wyrmhall::server
