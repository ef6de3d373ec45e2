// A real store that is asked and answers in one call, so that the simulator decides when that is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::sim {

class SyncStore {
 public:
  SyncStore() = default;
  SyncStore(const SyncStore&) = delete;
  SyncStore& operator=(const SyncStore&) = delete;
  virtual ~SyncStore() = default;

  // Carries out a group; its answers in the order of their tickets.
  virtual std::vector<persistence::Answer> carry_out(std::vector<persistence::Submission> group) = 0;
  // A new run of the server opens the store: the number of that run. What was carried out is there.
  virtual persistence::Incarnation reopen() = 0;
};

std::unique_ptr<SyncStore> make_memory_sync_store();
// The real database in a fresh folder, which is gone when the store is. Its journal is kept so short that matches are
// folded into the archive while they are played.
std::unique_ptr<SyncStore> make_sqlite_sync_store();

}  // namespace wyrmhall::sim
