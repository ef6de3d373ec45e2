#include "server/shell/workers.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace wyrmhall::server {
namespace {

// Linux counts niceness by thread, and takes 0 for the one that asks.
constexpr int kNiceness = 10;
void yield_to_others() {
  (void)::setpriority(PRIO_PROCESS, 0, kNiceness);
}

}  // namespace

unsigned worker_threads(unsigned wanted) {
  if (wanted != 0) return wanted;
  return std::max(1U, std::thread::hardware_concurrency() - 1U);
}

Workers::Workers(unsigned threads, bool yielding, Done done) : done_(std::move(done)) {
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this, yielding] {
      if (yielding) yield_to_others();
      run();
    });
  }
}

Workers::~Workers() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::submit(Work work) {
  {
    const std::scoped_lock lock(mutex_);
    const std::string address = work.address;  // both go with it
    const AccountId account = work.account;
    queue_.put(address, account, std::move(work));
  }
  wake_.notify_one();
}

persistence::Histogram<> Workers::thinking_time() const {
  const std::scoped_lock lock(mutex_);
  return thinking_time_;
}

void Workers::run() {
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (stopping_) return;
      work = *queue_.take();
    }
    const auto begun = std::chrono::steady_clock::now();
    JobResult result = work.task();
    if (work.bot_move) {
      const auto time = std::chrono::steady_clock::now() - begun;
      const std::scoped_lock lock(mutex_);
      thinking_time_.count(
          static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count()));
    }
    done_(work.ticket, std::move(result));
  }
}

}  // namespace wyrmhall::server
