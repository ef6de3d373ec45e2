// UTC that can be relied on for durations, made from the machine's two clocks: the steady one, which only counts, and
// the UTC one, which somebody may set, or which was wrong when the machine started.
//
// What it guarantees, whatever the machine's UTC does after the start:
// - it never goes back, for any two readings on any threads;
// - it never jumps: between two readings it counts what the steady clock counted, to within 0.05 % and half a
//   millisecond. So a minute of a match's clock is wrong by 0.03 s at most, even if somebody sets the machine's;
// - it comes to the machine's UTC again, by 1.8 s an hour.
// Only at the start does it take UTC over as it is.
#pragma once

#include <atomic>
#include <chrono>

#include "server/core/environment.h"

namespace wyrmhall::server {

class SteadyUtc {
 public:
  // A moment of the steady clock.
  using Steady = std::chrono::time_point<std::chrono::steady_clock, Duration>;

  static constexpr int kSlew = 2000;        // corrects by at most 1 / kSlew of the time that passes
  static constexpr Duration kMaxStep = 1s;  // at most this much of the time since the last correction counts

  // What both clocks say at the start.
  SteadyUtc(Timestamp utc, Steady steady)
      : offset_(utc.time_since_epoch() - steady.time_since_epoch()), latest_(utc), corrected_at_(steady) {}

  // The time when the steady clock says this. Any thread.
  [[nodiscard]] Timestamp at(Steady steady) const;

  // What both clocks say, before anybody has asked.
  void set(Timestamp utc, Steady steady);

  // What both clocks say now: comes somewhat nearer to UTC. Call it about once a second, on one thread. Gives back how
  // far it still is from UTC: positive if it is behind.
  Duration correct(Timestamp utc, Steady steady);

 private:
  std::atomic<Duration> offset_;           // from the steady clock
  mutable std::atomic<Timestamp> latest_;  // that was read
  Steady corrected_at_;                    // by the steady clock
};

}  // namespace wyrmhall::server
