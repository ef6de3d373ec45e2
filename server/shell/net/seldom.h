// What the log says once in a while, however often it happens.
#pragma once

#include <chrono>
#include <optional>

namespace wyrmhall::server {

class Seldom {
 public:
  // Whether it is to be said now: it has not been said for a minute.
  bool now() {
    constexpr auto kPause = std::chrono::minutes(1);
    const auto at = std::chrono::steady_clock::now();
    if (said_ && at - *said_ < kPause) return false;
    said_ = at;
    return true;
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> said_;
};

}  // namespace wyrmhall::server
