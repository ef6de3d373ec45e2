// UTC that can be relied on for durations, made of the machine's two clocks: the steady one, which only counts, and
// that of UTC, which somebody may set, or which was wrong when the machine started.
//
// What it guarantees, whatever the machine's UTC does after the start:
// - it never goes back, for any two readings on any threads;
// - it never jumps: between two readings it counts what the steady clock counted, to within 0.05 % and half a
//   millisecond. So a minute of a match's clock is wrong by 0.03 s at most, whoever sets the machine's;
// - it comes to the machine's UTC again, by 1.8 s an hour.
// Only at the start does it take UTC over as it is.
#pragma once

#include <atomic>

#include "server/environment.h"

namespace wyrmhall::server {

class SteadyUtc {
 public:
  static constexpr Micros kSlew = 2000;            // at most one part of so many of the time that passes
  static constexpr Micros kLongestStep = 1000000;  // of what has passed since the last correction, this much counts

  // What both clocks say at the start.
  SteadyUtc(Micros utc, Micros steady) : offset_(utc - steady), latest_(utc), corrected_at_(steady) {}

  // The time when the steady clock says this. Any thread.
  [[nodiscard]] Micros at(Micros steady) const;

  // What both clocks say now: comes somewhat nearer to UTC. Call it about once a second, on one thread. Gives back how
  // far it still is: positive where it is behind.
  Micros correct(Micros utc, Micros steady);

 private:
  std::atomic<Micros> offset_;          // from the steady clock
  mutable std::atomic<Micros> latest_;  // that was read
  Micros corrected_at_;                 // by the steady clock
};

}  // namespace wyrmhall::server
