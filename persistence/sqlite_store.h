// The store on one machine: a SQLite database in a folder.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "persistence/store.h"

namespace wyrmhall::persistence {

struct SqliteOptions {
  std::string folder;  // made if it is not there; the database is wyrmhall.db inside of it
  // Whether a commit waits until the disk has it (synchronous=FULL). Off only for measurements: a power cut may then
  // lose what was acknowledged.
  bool full_sync = true;
  // How much of the latest moves is kept where appending is cheap, on disk and in memory, before it is folded into
  // their matches. Tests set it low.
  std::int64_t journal_bytes = 32 << 20;
};

// Opens the store: takes the folder's lock, migrates the database to this version's schema, draws the next incarnation.
// Starts one writer thread, which commits in groups, and one reader thread beside it. On failure, one sentence that
// says what is wrong and what would help: the folder cannot be written, another server has it open, the file is no
// database, the database is of a newer version, the disk is full.
//
// Destroying the store carries out and answers what was submitted, then closes.
std::expected<std::unique_ptr<Store>, std::string> open_sqlite_store(const SqliteOptions& options,
                                                                     Store::Deliver deliver);

}  // namespace wyrmhall::persistence
