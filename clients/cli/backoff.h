// How long to wait before trying to connect again: twice as long each time up to a limit, with jitter so that the
// clients of a server that comes back do not all come at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace wyrmhall::cli {

class Backoff {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kFirst{250};
  static constexpr Milliseconds kMax{8'000};
  // How long after the loss the client gives up.
  static constexpr Milliseconds kLimit{120'000};

  // The next wait: half of the step, and as much again as `random` decides. Nothing once `since_loss` is past the
  // limit. The last wait ends at the limit.
  std::optional<Milliseconds> next(Milliseconds since_loss, std::uint64_t random);

  // A connection stood: begin anew.
  void reset() { step_ = kFirst; }

 private:
  Milliseconds step_ = kFirst;
};

}  // namespace wyrmhall::cli
