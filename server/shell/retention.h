// Keeps the database from growing for ever: what fills it of matches that ended long ago, their moves and what was
// signed about them, moves to the files of their years beside it. Lists, exports and `verify` go on to find them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "server/admin/running.h"

namespace wyrmhall::server {

class Retention {
 public:
  // Looks soon, then every kRetentionEvery, for matches in the store of the folder `data` that ended longer ago than
  // `keep`. `running` must outlive it. Works on a thread of its own, a few matches at a time with a pause after them,
  // so that moves do not wait for it.
  Retention(admin::Running& running, std::string data, std::chrono::seconds keep);
  Retention(const Retention&) = delete;
  Retention& operator=(const Retention&) = delete;
  // Ends with the matches that it is at.
  ~Retention();

 private:
  void run();
  // All that are old enough. Gives back how many were moved out.
  std::uint64_t move_out();
  // Whether the time went by, and it is not to end.
  bool wait(std::chrono::milliseconds time);

  admin::Running& running_;
  const std::string data_;
  const std::chrono::seconds keep_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace wyrmhall::server
