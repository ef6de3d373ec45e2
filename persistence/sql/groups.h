// Writes are committed in groups: what every engine's writer does with one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "persistence/histogram.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// How long after a group of so many writes began the next one may. A request that comes after a pause does not wait.
std::chrono::microseconds spacing_after(std::size_t writes);

// The same answer to all writes of a group.
std::vector<Answer> answer_all(const std::vector<Submission>& group, Verdict verdict, const std::string& failure);

// What was committed, for metrics. count() from one thread, read() from any.
class GroupCounts {
 public:
  void count(std::size_t writes, std::chrono::steady_clock::duration time);
  [[nodiscard]] StoreStats read() const;

 private:
  std::atomic<std::uint64_t> groups_{0};
  std::atomic<std::uint64_t> writes_{0};
  std::atomic<std::uint64_t> largest_{0};
  Histogram<std::atomic<std::uint64_t>> group_size_;
  Histogram<std::atomic<std::uint64_t>> commit_time_;
};

}  // namespace wyrmhall::persistence::sql
