#include "persistence/sqlite/checkpoints.h"

namespace wyrmhall::persistence::sqlite {

Checkpoints::Checkpoints(Database& database) : database_(database) {
  // Takes the place of SQLite's own checkpoints, which are a hook of this kind too.
  sqlite3_wal_hook(database.handle(), &Checkpoints::committed, this);
}

int Checkpoints::committed(void* self, sqlite3* /*database*/, const char* /*name*/, int pages) {
  auto* const checkpoints = static_cast<Checkpoints*>(self);
  if (pages < checkpoints->pages_) checkpoints->due_at_ = kCheckpointPages;  // the log has begun anew
  checkpoints->pages_ = pages;
  return SQLITE_OK;
}

void Checkpoints::maybe() {
  if (pages_ < due_at_) return;
  sqlite3_wal_checkpoint_v2(database_.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  // The log begins anew with the next commit, unless a reader is still in it.
  due_at_ = pages_ + kCheckpointPages;
}

void Checkpoints::finish() {
  sqlite3_wal_checkpoint_v2(database_.handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

}  // namespace wyrmhall::persistence::sqlite
