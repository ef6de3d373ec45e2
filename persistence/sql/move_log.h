// The moves of running matches, which each engine keeps in its own way.
#pragma once

#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

// Every call is within the writer's transaction.
class MoveLog {
 public:
  MoveLog() = default;
  MoveLog(const MoveLog&) = delete;
  MoveLog& operator=(const MoveLog&) = delete;
  virtual ~MoveLog() = default;

  // kKept or kConflict, as AppendMove says.
  virtual Verdict append(const AppendMove& request, Conflict& conflict) = 0;

  // As MovedOut says.
  virtual void moved_out(const MovedOut& request) = 0;
};

}  // namespace wyrmhall::persistence::sql
