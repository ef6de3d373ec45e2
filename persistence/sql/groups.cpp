#include "persistence/sql/groups.h"

#include <algorithm>

namespace wyrmhall::persistence::sql {
namespace {

// A group begins no sooner than this after the one before. A request that comes after a pause does not wait. The more
// there was to be written, the longer the wait, since a larger group then saves more; but never so long that a player
// notices. The shortest is what a commit takes on a fast disk anyway: when the server is quiet, waiting longer costs
// players time and saves hardly anything (docs/notes/performance.md).
constexpr std::chrono::microseconds kMinSpacing{300};
constexpr std::chrono::microseconds kMaxSpacing{6'000};
constexpr std::chrono::microseconds kSpacingPerWrite{100};

Histogram<> copy_of(const Histogram<std::atomic<std::uint64_t>>& from) {
  Histogram<> copy;
  for (std::size_t i = 0; i < copy.counts.size(); ++i) copy.counts.at(i) = from.counts.at(i);
  copy.sum = from.sum;
  return copy;
}

}  // namespace

std::chrono::microseconds spacing_after(std::size_t writes) {
  return std::clamp(static_cast<std::chrono::microseconds::rep>(writes) * kSpacingPerWrite, kMinSpacing, kMaxSpacing);
}

std::vector<Answer> answer_all(const std::vector<Submission>& group, Verdict verdict, const std::string& failure) {
  std::vector<Answer> answers;
  for (const Submission& submission : group) {
    if (!is_write(submission.request)) continue;
    Answer& answer = answers.emplace_back(answer_to(submission.ticket, submission.request));
    answer.verdict = verdict;
    answer.error = failure;
  }
  return answers;
}

void GroupCounts::count(std::size_t writes, std::chrono::steady_clock::duration time) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  group_size_.count(writes);
  commit_time_.count(static_cast<std::uint64_t>(micros));
  groups_.fetch_add(1, std::memory_order_relaxed);
  writes_.fetch_add(writes, std::memory_order_relaxed);
  largest_.store(std::max<std::uint64_t>(largest_.load(std::memory_order_relaxed), writes), std::memory_order_relaxed);
}

StoreStats GroupCounts::read() const {
  return {.groups = groups_.load(std::memory_order_relaxed),
          .writes = writes_.load(std::memory_order_relaxed),
          .largest_group = largest_.load(std::memory_order_relaxed),
          .group_size = copy_of(group_size_),
          .commit_time = copy_of(commit_time_)};
}

}  // namespace wyrmhall::persistence::sql
