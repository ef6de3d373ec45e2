// Decides when the write-ahead log is copied back into the database file.
#pragma once

#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {

// How long the log may get before it is copied back, in pages of 4 KiB. SQLite would do it after 1000 pages and within
// a commit; this is done less often, and between groups, when all answers are out.
constexpr int kCheckpointPages = 4'000;

class Checkpoints {
 public:
  // Watches the commits of this connection.
  explicit Checkpoints(Database& database);
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  // Copies back if the log is long. Failing is harmless: the log gets longer and it is tried again.
  void maybe();

  // Copies all and empties the log, for a clean end.
  void finish();

 private:
  static int committed(void* self, sqlite3* database, const char* name, int pages);

  Database& database_;
  int pages_ = 0;                  // in the log after the last commit
  int due_at_ = kCheckpointPages;  // later than that after one that a reader kept from completing
};

}  // namespace wyrmhall::persistence::sqlite
