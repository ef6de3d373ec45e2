#include "server/shell/steady_utc.h"

#include <algorithm>

namespace wyrmhall::server {

// A step back of some hundred microseconds is waited out by whoever reads in the middle of it.
Micros SteadyUtc::at(Micros steady) const {
  const Micros time = steady + offset_.load(std::memory_order_relaxed);
  Micros latest = latest_.load(std::memory_order_relaxed);
  while (latest < time && !latest_.compare_exchange_weak(latest, time, std::memory_order_relaxed)) {
  }
  return std::max(latest, time);
}

Micros SteadyUtc::correct(Micros utc, Micros steady) {
  const Micros offset = offset_.load(std::memory_order_relaxed);
  const Micros away = utc - (steady + offset);
  const Micros most = std::min(steady - corrected_at_, kLongestStep) / kSlew;
  if (most <= 0) return away;
  const Micros step = std::clamp(away, -most, most);
  offset_.store(offset + step, std::memory_order_relaxed);
  corrected_at_ = steady;
  return away - step;
}

}  // namespace wyrmhall::server
