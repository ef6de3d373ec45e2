// Opens stores on SQLite, and looks at their database behind their back.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "persistence/sqlite_store.h"
#include "tests/persistence/asker.h"
#include "tests/persistence/scratch_folder.h"

namespace wyrmhall::persistence::testing {

// So short that nearly every group folds matches out of the journal.
constexpr std::int64_t kShortJournal = 100;

// Opens the folder's store, or fails the test. Without waiting for the disk: what a test can do to a process does not
// depend on it.
Asker open(const std::string& folder, std::int64_t journal_bytes = SqliteOptions{}.journal_bytes);

// The sentence with which opening the folder's store fails; empty when it does not.
std::string refusal(const std::string& folder);

// Runs statements on the folder's database, and gives the first column of the first row.
std::int64_t raw(const ScratchFolder& folder, const std::string& sql);

// Makes the folder's database one of an older version of the schema: 18, 17, 14, 11, 7, 3 or 2.
void go_back(const ScratchFolder& folder, int version);

}  // namespace wyrmhall::persistence::testing
