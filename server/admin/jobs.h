// Work of administrators that takes a while, one at a time on a thread of its own: backups and checks. The results of
// the latest are remembered. All calls may come from any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "server/admin/json.h"

namespace wyrmhall::server::admin {

struct Job {
  enum class State : std::uint8_t { kRunning, kDone, kFailed };

  std::uint64_t number = 0;
  std::string kind;  // "backup" or "integrity-check"
  State state = State::kRunning;
  Timestamp started_at{};
  std::optional<Timestamp> ended_at;
  Json result;      // with kDone
  std::string why;  // with kFailed
};

class Jobs {
 public:
  // Gives back the result, or throws. Has to ask the function now and then whether to go on.
  using Work = std::function<Json(const std::function<bool()>& go_on)>;

  // `now` may be called from any thread.
  explicit Jobs(std::function<Timestamp()> now);
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;
  // Gives up what is being worked on.
  ~Jobs();

  // Nothing while another one is being worked on.
  std::optional<Job> start(std::string kind, Work work);
  std::optional<Job> find(std::uint64_t number);
  // Newest first.
  std::deque<Job> all();

 private:
  void run();

  std::function<Timestamp()> now_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  Work next_;
  bool working_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace wyrmhall::server::admin
