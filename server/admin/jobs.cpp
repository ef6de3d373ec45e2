#include "server/admin/jobs.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "persistence/thread_name.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {

Jobs::Jobs(std::function<Timestamp()> now) : now_(std::move(now)), thread_([this] { run(); }) {}

Jobs::~Jobs() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

std::optional<Job> Jobs::start(Job::Kind kind, Work work) {
  const Timestamp now = now_();
  const std::scoped_lock lock(mutex_);
  if (working_) return std::nullopt;
  working_ = true;
  next_ = std::move(work);
  const std::uint64_t number = jobs_.empty() ? 1 : jobs_.front().number + 1;
  jobs_.push_front({.number = number, .kind = kind, .started_at = now, .ended_at = {}, .result = {}, .why = {}});
  if (jobs_.size() > kAdminJobs) jobs_.pop_back();
  wake_.notify_all();
  return jobs_.front();
}

std::optional<Job> Jobs::find(std::uint64_t number) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(jobs_, number, &Job::number);
  return found == jobs_.end() ? std::nullopt : std::optional(*found);
}

std::vector<Job> Jobs::all() {
  const std::scoped_lock lock(mutex_);
  return {jobs_.begin(), jobs_.end()};
}

void Jobs::run() {
  name_this_thread("admin jobs");
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stopping_ || next_; });
    if (stopping_) return;
    const Work work = std::exchange(next_, nullptr);
    lock.unlock();
    std::optional<JobResult> result;
    std::string why;
    try {
      result = work([this] {
        const std::scoped_lock asked(mutex_);
        return !stopping_;
      });
    } catch (const std::exception& error) {
      why = error.what();
    }
    const Timestamp now = now_();
    lock.lock();
    // Only one is worked on at a time, and it is the newest.
    Job& job = jobs_.front();
    job.state = why.empty() ? Job::State::kDone : Job::State::kFailed;
    job.ended_at = now;
    job.result = std::move(result);
    job.why = why;
    working_ = false;
    why.empty() ? spdlog::info("{} {} is done", word_of(job.kind), job.number)
                : spdlog::error("{} {} failed: {}", word_of(job.kind), job.number, why);
  }
}

}  // namespace wyrmhall::server::admin
