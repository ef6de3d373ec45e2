// What the store has answered, on its way from the store's threads to the one that runs the server.
#pragma once

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::server {

// All calls may run at once.
class Answers {
 public:
  // True when none were waiting: then somebody must be told to take() them.
  [[nodiscard]] bool put(std::vector<persistence::Answer> answers) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(answers));
    return !some_.exchange(true, std::memory_order_release);
  }

  // Cheap enough to be asked after every little thing.
  [[nodiscard]] bool some() const { return some_.load(std::memory_order_acquire); }

  // Group by group, in the order in which they were put.
  [[nodiscard]] std::vector<std::vector<persistence::Answer>> take() {
    const std::scoped_lock lock(mutex_);
    some_.store(false, std::memory_order_relaxed);
    return std::exchange(waiting_, {});
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> some_ = false;
  std::vector<std::vector<persistence::Answer>> waiting_;
};

}  // namespace wyrmhall::server
