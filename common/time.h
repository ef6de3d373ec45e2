// Points in time and lengths of time, to the microsecond. Points are stored and sent as numbers: microseconds of UTC
// since 1970. As text they are in rfc3339.h. Everything is pure.
#pragma once

#include <chrono>
#include <cstdint>

namespace wyrmhall {

using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;
using Duration = Timestamp::duration;

constexpr std::int64_t unix_micros(Timestamp at) {
  return at.time_since_epoch().count();
}

constexpr Timestamp from_unix_micros(std::int64_t micros) {
  return Timestamp(Duration(micros));
}

}  // namespace wyrmhall
