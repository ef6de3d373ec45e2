// How often something may happen: a number of times a second on average, and a number at once.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "server/core/environment.h"

namespace wyrmhall::server {

class TokenBucket {
 public:
  TokenBucket(double per_second, double burst, Timestamp now)
      : per_second_(per_second), burst_(burst), level_(burst), at_(now) {}

  bool take(Timestamp now, double cost = 1) {
    refill(now);
    if (level_ < cost) return false;
    level_ -= cost;
    return true;
  }

  // From now on, at this rate and with this burst: what it has gathered stays, up to the new burst.
  void set(double per_second, double burst) {
    per_second_ = per_second;
    burst_ = burst;
  }

  // Takes even what is not there: then the next take is further off.
  void spend(Timestamp now, double cost) {
    refill(now);
    level_ -= cost;
  }

  void refill(Timestamp now) {
    level_ = std::min(burst_, level_ + static_cast<double>((now - at_).count()) * 1e-6 * per_second_);
    at_ = now;
  }

  // From the latest take or refill until it is as full as it gets.
  [[nodiscard]] Duration until_full() const {
    return Duration(static_cast<Duration::rep>(std::ceil((burst_ - level_) / per_second_ * 1e6)));
  }

  // Until the next may be taken.
  [[nodiscard]] std::chrono::milliseconds wait(Timestamp now) {
    refill(now);
    return until(1);
  }
  // From the latest take or refill until `cost` may be taken.
  [[nodiscard]] std::chrono::milliseconds until(double cost) const {
    const double milliseconds = std::ceil(std::max(0.0, cost - level_) / per_second_ * 1000);
    return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(milliseconds));
  }

 private:
  double per_second_;
  double burst_;
  double level_;
  Timestamp at_;
};

}  // namespace wyrmhall::server
