// Keeps the database from growing forever. The moves of matches that ended long ago, and what was signed about these,
// move to the files of their years beside the database: lists, exports and `verify` still find them. Guests who have
// never played and do not come back are deleted, and so are players who wanted that, when their time has come.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "persistence/admin_queries.h"
#include "persistence/store_place.h"
#include "server/admin/running.h"
#include "server/shell/keep_times.h"

namespace wyrmhall::server {

class Retention {
 public:
  // Looks soon, then every kRetentionEvery, for what has been in the store for longer than `keep`.
  // `running` must outlive it. Works on a thread of its own, a few matches or guests at a time with a pause after them,
  // so that moves do not wait for it.
  Retention(admin::Running& running, persistence::StorePlace place, KeepTimes keep);
  Retention(const Retention&) = delete;
  Retention& operator=(const Retention&) = delete;
  // Ends once the matches or guests that it is working on are done.
  ~Retention();

  // From now on `running` may no longer answer, which is no error then. From any thread.
  void stop();

 private:
  void run();
  // All that are old enough. They count what they have done, also if something fails on the way.
  void finish_erasing();
  void move_matches_out(persistence::AdminQueries& history, std::uint64_t& moved);
  void delete_guests(persistence::AdminQueries& history, std::uint64_t& deleted);
  void delete_players(persistence::AdminQueries& history, std::uint64_t& erased);
  // True if the time went by and it is not to end.
  bool wait(std::chrono::milliseconds time);
  [[nodiscard]] bool stopping();

  admin::Running& running_;
  const persistence::StorePlace place_;
  const KeepTimes keep_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace wyrmhall::server
