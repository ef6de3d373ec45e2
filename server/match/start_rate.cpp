#include "server/match/start_rate.h"

#include <algorithm>

#include "server/core/limits.h"

namespace wyrmhall::server {
namespace {

constexpr double kHourInSeconds = 3600;
constexpr int kForgottenAtOnce = 2;  // for each that comes, so that memory shrinks and no start pays for all others

double starts_at_once(double per_hour) {
  return std::max(1.0, per_hour * kStartsAtOnce);
}

}  // namespace

std::chrono::milliseconds StartRate::wait(const std::string& who, double per_hour, Timestamp now) {
  const auto known = buckets_.find(who);
  if (known == buckets_.end()) return 0ms;
  known->second.set(per_hour / kHourInSeconds, starts_at_once(per_hour));
  return known->second.wait(now);
}

void StartRate::started(const std::string& who, double per_hour, Timestamp now) {
  forget_some(now);
  const auto [bucket, fresh] = buckets_.try_emplace(who, per_hour / kHourInSeconds, starts_at_once(per_hour), now);
  bucket->second.set(per_hour / kHourInSeconds, starts_at_once(per_hour));
  bucket->second.spend(now);
  if (fresh) forget_.emplace_back(now + bucket->second.until_full(), who);
}

void StartRate::forget_some(Timestamp now) {
  for (int i = 0; i < kForgottenAtOnce && !forget_.empty() && forget_.front().first <= now; ++i) {
    const std::string who = std::move(forget_.front().second);
    forget_.pop_front();
    const auto bucket = buckets_.find(who);
    bucket->second.refill(now);
    if (const Duration left = bucket->second.until_full(); left > 0s) {
      forget_.emplace_back(now + left, who);
    } else {
      buckets_.erase(bucket);
    }
  }
}

}  // namespace wyrmhall::server
