// The clock and the entropy of the operating system, for the core.
#pragma once

#include <atomic>

#include "server/core/environment.h"
#include "server/shell/steady_utc.h"

namespace wyrmhall::server {

// UTC that cannot jump or go back while the server runs, and approaches the machine's again if that was wrong at the
// start or is set (server/shell/steady_utc.h says what is guaranteed).
class SystemClock final : public Clock {
 public:
  SystemClock();
  [[nodiscard]] Timestamp now() const override;

  // What time it is by the clock of a database that several servers share: from now on that counts, and not the
  // machine's clock, so that all of them have one time. Any thread may say so; the first time before anybody has asked
  // for a time.
  void follow(Timestamp utc);

  // Comes somewhat nearer to the machine's UTC, or to the database's, and says so in the log if that is far away. To be
  // called about once a second, on one thread. Gives back the time.
  Timestamp correct();

 private:
  static constexpr Duration kOwn = Duration::min();

  SteadyUtc utc_;
  std::atomic<Duration> followed_{kOwn};  // the database's clock, from the steady clock
  bool told_ = false;                     // that the machine's clock is far away
};

// libsodium's generator. sodium_init() must have been called.
class SystemEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override;
};

}  // namespace wyrmhall::server
