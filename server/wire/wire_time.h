// Times in the units in which the protocol has them.
#pragma once

#include <chrono>
#include <cstdint>

#include "common/time.h"

namespace wyrmhall::server {

// For a field `..._us`: microseconds of UTC since 1970.
constexpr std::uint64_t wire_us(Timestamp at) {
  return static_cast<std::uint64_t>(unix_micros(at));
}

constexpr Timestamp from_wire_us(std::uint64_t micros) {
  return from_unix_micros(static_cast<std::int64_t>(micros));
}

// For a field `..._ms`: how long something lasts. What is over lasts 0 ms.
constexpr std::uint32_t wire_ms(std::chrono::milliseconds time) {
  return static_cast<std::uint32_t>(time.count() > 0 ? time.count() : 0);
}

}  // namespace wyrmhall::server
