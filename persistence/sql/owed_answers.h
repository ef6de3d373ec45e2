// Where the store's threads hand over their answers, and the count of those that are still owed.
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// All calls may run at once; `deliver` is then called from several threads at once too.
class OwedAnswers {
 public:
  explicit OwedAnswers(Store::Deliver deliver) : deliver_(std::move(deliver)) {}

  void expect_one() { owed_.fetch_add(1, std::memory_order_relaxed); }

  void deliver(std::vector<Answer> answers) {
    if (answers.empty()) return;
    owed_.fetch_sub(answers.size(), std::memory_order_relaxed);
    deliver_(std::move(answers));
  }

  [[nodiscard]] std::size_t owed() const { return owed_.load(std::memory_order_relaxed); }

 private:
  Store::Deliver deliver_;
  std::atomic<std::size_t> owed_{0};
};

}  // namespace wyrmhall::persistence::sql
