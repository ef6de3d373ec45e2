// Threads for what takes long: a pool for bots that think, one for odds, and one for records and the like. They see
// only what a task was given, and delay no match: the core hands a task over and goes on.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/core.h"
#include "server/core/fair_queue.h"
#include "server/match/job_result.h"

namespace wyrmhall::server {

// How many threads think for bots if `wanted` are to be busy; 0: one a core, less one. There is one more than that, for
// those who do not keep the others busy.
unsigned thinking_threads(unsigned wanted);

class Workers {
 public:
  // `done` is called from the workers' threads.
  using Done = std::function<void(std::uint64_t ticket, JobResult result, Duration processor_time)>;

  // With `yielding`, the threads get what the others of this process and machine leave over, as far as the operating
  // system knows such a thing: on a small machine a bot's thought must not slow down the thread that serves everybody.
  Workers(unsigned threads, bool yielding, Done done);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  // What has not been begun is dropped: those who wanted it are going away too. Waits for what has been begun.
  ~Workers();

  // Addresses take turns, and so do the accounts of each. If there are several threads, one address never has them all:
  // a thought is not interrupted, so somebody else would wait for the end of one. May be called from any thread. The
  // core bounds how much may wait (kWorkQueue, kBotQueue).
  void submit(Work work);

  // How many microseconds bots thought about a move each. May be called from any thread.
  [[nodiscard]] persistence::Histogram<> thinking_time() const;

 private:
  void run();
  // Under the lock.
  std::optional<Work> take();

  Done done_;
  unsigned most_of_one_address_;
  mutable std::mutex mutex_;  // guards the four below
  FairGroups<std::string, AccountId, Work> queue_;
  std::map<std::string, unsigned> at_work_;  // threads, by address
  bool stopping_ = false;
  persistence::Histogram<> thinking_time_;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
};

}  // namespace wyrmhall::server
