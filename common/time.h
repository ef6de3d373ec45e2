// Points in time and lengths of time, to the microsecond. As numbers, points are microseconds of UTC since 1970: so
// they are stored and sent. As text they are in rfc3339.h. Everything is pure.
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
