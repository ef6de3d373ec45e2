// Workers for each kind of work, so that none waits for another: odds, bots, what is made of finished matches,
// passwords.
#pragma once

#include <utility>

#include "server/shell/workers.h"

namespace wyrmhall::server {

class WorkerPools {
 public:
  // `bot_threads`: how many are to be busy with thinking for bots; 0 for one a core, less one. `done` is called from
  // the workers' threads.
  WorkerPools(unsigned bot_threads, const Workers::Done& done);

  // From any thread.
  void submit(Work work) { of(work.kind).submit(std::move(work)); }
  // How many microseconds bots thought about a move each. From any thread.
  [[nodiscard]] persistence::Histogram<> thinking_time() const { return bots_.thinking_time(); }

 private:
  Workers& of(Work::Kind kind);

  Workers odds_;
  Workers reports_;
  Workers passwords_;
  Workers bots_;
};

}  // namespace wyrmhall::server
