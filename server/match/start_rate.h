// How often matches are started, by whoever is counted: a token bucket of an hour's starts for each.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/core/token_bucket.h"

namespace wyrmhall::server {

class StartRate {
 public:
  // Milliseconds until one more may start who may start so many an hour; 0 for now.
  [[nodiscard]] std::chrono::milliseconds wait(const std::string& who, double per_hour, Timestamp now);
  // One more was started, whether it might or not: what was too much is made up for by a longer wait.
  void started(const std::string& who, double per_hour, Timestamp now);
  // How many are remembered: those who have started something that is not made up for yet.
  [[nodiscard]] std::size_t size() const { return buckets_.size(); }

 private:
  void forget_some(Timestamp now);

  std::unordered_map<std::string, TokenBucket> buckets_;
  std::deque<std::pair<Timestamp, std::string>> forget_;  // whom to forget, and not before when
};

}  // namespace wyrmhall::server
