#include "server/shell/operating_system.h"

#include <sodium.h>
#include <spdlog/spdlog.h>

#include <chrono>

namespace wyrmhall::server {

namespace chrono = std::chrono;

namespace {

constexpr Duration kFarAway = 10s;

template <class MachineClock>
auto reading() {
  return chrono::time_point_cast<Duration>(MachineClock::now());
}

}  // namespace

SystemClock::SystemClock() : utc_(reading<chrono::system_clock>(), reading<chrono::steady_clock>()) {}

Timestamp SystemClock::now() const {
  return utc_.at(reading<chrono::steady_clock>());
}

Timestamp SystemClock::correct() {
  const Duration away = utc_.correct(reading<chrono::system_clock>(), reading<chrono::steady_clock>());
  const bool far = chrono::abs(away) > kFarAway;
  if (far && !told_) {
    spdlog::warn(
        "this machine's clock is {:.1f} s {} the server's, which approaches it by 1.8 s an hour; restart the server "
        "to take it over at once",
        chrono::duration<double>(chrono::abs(away)).count(), away > 0s ? "ahead of" : "behind");
  }
  told_ = far;
  return now();
}

void SystemEntropy::fill(std::span<std::uint8_t> bytes) {
  randombytes_buf(bytes.data(), bytes.size());
}

}  // namespace wyrmhall::server
