// The threads that think: bots' moves, odds, records. They see only what a task was given, and delay no match.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/hall.h"

namespace wyrmhall::server {

class Workers {
 public:
  // `done` is called from the workers' threads.
  using Done = std::function<void(std::uint64_t ticket, Finding finding)>;

  Workers(unsigned threads, Done done);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  // What has not been begun is dropped: whoever wanted it is going away too.
  ~Workers();

  // May be called from any thread.
  void submit(Work work);

  // How many microseconds bots thought about a move each. May be called from any thread.
  [[nodiscard]] persistence::Histogram<> thinking_time() const;

 private:
  void run();

  Done done_;
  mutable std::mutex mutex_;  // guards the three below
  std::deque<Work> queue_;
  bool stopping_ = false;
  persistence::Histogram<> thinking_time_;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
};

}  // namespace wyrmhall::server
