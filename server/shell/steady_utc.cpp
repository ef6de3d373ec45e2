#include "server/shell/steady_utc.h"

#include <algorithm>

namespace wyrmhall::server {

// A step back of some hundred microseconds is waited out by a thread that reads in the middle of it.
Timestamp SteadyUtc::at(Steady steady) const {
  const Timestamp time(steady.time_since_epoch() + offset_.load(std::memory_order_relaxed));
  Timestamp latest = latest_.load(std::memory_order_relaxed);
  while (latest < time && !latest_.compare_exchange_weak(latest, time, std::memory_order_relaxed)) {
  }
  return std::max(latest, time);
}

void SteadyUtc::set(Timestamp utc, Steady steady) {
  offset_ = utc.time_since_epoch() - steady.time_since_epoch();
  latest_ = utc;
  corrected_at_ = steady;
}

Duration SteadyUtc::correct(Timestamp utc, Steady steady) {
  const Duration offset = offset_.load(std::memory_order_relaxed);
  const Duration away = utc.time_since_epoch() - (steady.time_since_epoch() + offset);
  const Duration most = std::min(steady - corrected_at_, kMaxStep) / kSlew;
  if (most <= 0s) return away;
  const Duration step = std::clamp(away, -most, most);
  offset_.store(offset + step, std::memory_order_relaxed);
  corrected_at_ = steady;
  return away - step;
}

}  // namespace wyrmhall::server
