#include "server/shell/operating_system.h"

#include <sodium.h>

namespace wyrmhall::server {

namespace chrono = std::chrono;

SystemClock::SystemClock()
    : utc_at_start_(
          chrono::duration_cast<chrono::microseconds>(chrono::system_clock::now().time_since_epoch()).count()),
      start_(chrono::steady_clock::now()) {}

Micros SystemClock::now() const {
  return utc_at_start_ + chrono::duration_cast<chrono::microseconds>(chrono::steady_clock::now() - start_).count();
}

void SystemEntropy::fill(std::span<std::uint8_t> bytes) {
  randombytes_buf(bytes.data(), bytes.size());
}

}  // namespace wyrmhall::server
