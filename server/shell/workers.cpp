#include "server/shell/workers.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "persistence/thread_name.h"

namespace wyrmhall::server {
namespace {

// Linux keeps niceness by thread, and 0 stands for the calling thread.
constexpr int kNiceness = 10;
void yield_to_others() {
  (void)::setpriority(PRIO_PROCESS, 0, kNiceness);
}

// The time that this thread has had. The time that it waited for a processor is not its own.
Duration processor_time() {
  timespec time{};
  (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::duration_cast<Duration>(std::chrono::seconds(time.tv_sec) +
                                              std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

unsigned thinking_threads(unsigned wanted) {
  if (wanted == 0) wanted = std::max(1U, std::thread::hardware_concurrency() - 1U);
  return wanted + 1;
}

Workers::Workers(unsigned threads, bool yielding, Done done)
    : done_(std::move(done)), most_of_one_address_(std::max(1U, threads - 1)) {
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

std::optional<Work> Workers::take() {
  auto work = queue_.take([this](const std::string& address) {
    const auto found = at_work_.find(address);
    return found == at_work_.end() || found->second < most_of_one_address_;
  });
  if (work) ++at_work_[work->address];
  return work;
}

void Workers::run() {
  name_this_thread("worker");
  for (;;) {
    std::optional<Work> taken;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] {
        if (!stopping_) taken = take();
        return stopping_ || taken;
      });
      if (stopping_) return;
    }
    Work& work = *taken;
    const auto begun = std::chrono::steady_clock::now();
    const Duration used_before = processor_time();
    JobResult result = work.task();
    const Duration used = processor_time() - used_before;
    {
      const auto time = std::chrono::steady_clock::now() - begun;
      const std::scoped_lock lock(mutex_);
      if (work.kind == Work::Kind::kBotMove) {
        thinking_time_.count(
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count()));
      }
      const auto at_work = at_work_.find(work.address);
      if (--at_work->second == 0) at_work_.erase(at_work);
    }
    wake_.notify_one();  // what another thread may not have begun because of this one
    done_(work.ticket, std::move(result), used);
  }
}

}  // namespace wyrmhall::server
