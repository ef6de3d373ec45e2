// This run among the servers of a PostgreSQL store: says every second that it lives, and takes part in who runs which
// matches. As yet one server at a time has a database, so it soon has all shards; what counts is that it learns at once
// that another has taken its place.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "persistence/membership.h"
#include "server/cluster/ownership.h"

namespace wyrmhall::server {

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() { stop(); }

  // Begins, on a thread of its own. `place`: as --store. On failure, a sentence.
  std::optional<std::string> start(const std::string& place, persistence::Incarnation self);

  // Comes back once the database has answered what it was asked.
  void stop();

  // Whether the run was declared dead: it keeps nothing more. From any thread.
  [[nodiscard]] bool lost() const { return lost_; }

 private:
  void run();
  // Comes back with how long to wait before the next look.
  Duration look();
  void carry_out(const cluster::Ownership::Next& next);

  std::unique_ptr<persistence::Membership> membership_;
  std::optional<cluster::Ownership> ownership_;
  std::atomic<bool> lost_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace wyrmhall::server
