// How often something may happen, or how much of it, for each of many keys: a token bucket for each key whose bucket
// has not filled up again. No other key costs memory.
#pragma once

#include <cstddef>
#include <deque>
#include <unordered_map>
#include <utility>

#include "server/core/token_bucket.h"

namespace wyrmhall::server {

struct Rate {
  double per_second = 0;
  double at_once = 0;
};

// All calls come from one thread at a time.
template <class Key, class Hash = std::hash<Key>>
class Rates {
 public:
  // How long until `who` may take `cost`; 0 for now. The rate may differ from that of the last call.
  [[nodiscard]] std::chrono::milliseconds wait(const Key& who, double cost, const Rate& rate, Timestamp now) {
    const auto known = buckets_.find(who);
    if (known == buckets_.end()) return std::chrono::milliseconds(0);
    known->second.set(rate.per_second, rate.at_once);
    known->second.refill(now);
    return known->second.until(cost);
  }

  // `who` has taken `cost`, whether it was allowed or not: an excess is made up for by a longer wait.
  void spend(const Key& who, double cost, const Rate& rate, Timestamp now) {
    forget_some(now);
    const auto [bucket, fresh] = buckets_.try_emplace(who, rate.per_second, rate.at_once, now);
    bucket->second.set(rate.per_second, rate.at_once);
    bucket->second.spend(now, cost);
    if (fresh) forget_.emplace_back(now + bucket->second.until_full(), who);
  }

  // How many are remembered.
  [[nodiscard]] std::size_t size() const { return buckets_.size(); }

 private:
  // How many are looked at in each spend(): memory shrinks, and no call pays for all others.
  static constexpr int kForgottenAtOnce = 2;

  void forget_some(Timestamp now) {
    for (int i = 0; i < kForgottenAtOnce && !forget_.empty() && forget_.front().first <= now; ++i) {
      Key who = std::move(forget_.front().second);
      forget_.pop_front();
      const auto bucket = buckets_.find(who);
      bucket->second.refill(now);
      if (const Duration left = bucket->second.until_full(); left > Duration{}) {
        forget_.emplace_back(now + left, std::move(who));
      } else {
        buckets_.erase(bucket);
      }
    }
  }

  std::unordered_map<Key, TokenBucket, Hash> buckets_;
  std::deque<std::pair<Timestamp, Key>> forget_;  // whom to forget, and not before when
};

}  // namespace wyrmhall::server
