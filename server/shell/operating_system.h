// The clock and the entropy of the operating system, for the core.
#pragma once

#include <chrono>

#include "server/environment.h"

namespace wyrmhall::server {

// UTC as it was when the server started, moved on by the monotonic clock: it cannot jump or go back while it runs.
class SystemClock final : public Clock {
 public:
  SystemClock();
  [[nodiscard]] Micros now() const override;

 private:
  Micros utc_at_start_;
  std::chrono::steady_clock::time_point start_;
};

// libsodium's generator. sodium_init() must have been called.
class SystemEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override;
};

}  // namespace wyrmhall::server
