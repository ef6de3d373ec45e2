#include "server/shell/operating_system.h"

#include <sodium.h>
#include <spdlog/spdlog.h>

#include <chrono>

namespace wyrmhall::server {

namespace chrono = std::chrono;

namespace {

constexpr Duration kFarAway = 10s;
constexpr Duration kApart = 2s;  // more than that is said

template <class MachineClock>
auto reading() {
  return chrono::time_point_cast<Duration>(MachineClock::now());
}

}  // namespace

SystemClock::SystemClock() : utc_(reading<chrono::system_clock>(), reading<chrono::steady_clock>()) {}

Timestamp SystemClock::now() const {
  return utc_.at(reading<chrono::steady_clock>());
}

void SystemClock::follow(Timestamp utc) {
  const auto steady = reading<chrono::steady_clock>();
  const Duration before = followed_.exchange(utc.time_since_epoch() - steady.time_since_epoch());
  if (before != kOwn) return;
  const Duration away = reading<chrono::system_clock>() - utc;
  if (chrono::abs(away) > kApart) {
    spdlog::warn("this machine's clock is {:.1f} s {} the database's, whose time counts: set it right",
                 chrono::duration<double>(chrono::abs(away)).count(), away > 0s ? "ahead of" : "behind");
  }
  utc_.set(utc, steady);
}

Timestamp SystemClock::correct() {
  const auto steady = reading<chrono::steady_clock>();
  const Duration followed = followed_;
  const Timestamp utc =
      followed == kOwn ? reading<chrono::system_clock>() : Timestamp(steady.time_since_epoch() + followed);
  const Duration away = utc_.correct(utc, steady);
  const bool far = chrono::abs(away) > kFarAway;
  if (far && !told_) {
    spdlog::warn(
        "{} clock is {:.1f} s {} the server's, which approaches it by 1.8 s an hour; restart the server to take it "
        "over "
        "at once",
        followed == kOwn ? "this machine's" : "the database's", chrono::duration<double>(chrono::abs(away)).count(),
        away > 0s ? "ahead of" : "behind");
  }
  told_ = far;
  return now();
}

void SystemEntropy::fill(std::span<std::uint8_t> bytes) {
  randombytes_buf(bytes.data(), bytes.size());
}

}  // namespace wyrmhall::server
