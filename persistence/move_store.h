// Moves a store from a SQLite folder into a PostgreSQL database, once, while no server runs on either.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>

namespace wyrmhall::persistence {

// What is being done to which table, and how far that has come.
struct MoveProgress {
  enum class Step : std::uint8_t { kCopied, kCompared };
  Step step = Step::kCopied;
  std::string table;
  std::int64_t rows = 0;  // so far, of this table
  bool done = false;      // with this table
};

// Copies every row of the folder's database, and the matches in the files of its years; then compares every row with
// its copy. Ids and logs stay as they are. The folder is held against a server meanwhile, and not changed. The database
// must be empty, or one that an earlier call had begun to fill from the same folder: then it goes on where that was.
// Until the last row was compared no server starts on the database.
//
// On failure, a sentence: what was copied so far stays. `postgres`: as PostgresOptions::place. `told` is called now and
// then.
std::expected<void, std::string> move_store(const std::string& folder, const std::string& postgres,
                                            const std::function<void(const MoveProgress&)>& told);

}  // namespace wyrmhall::persistence
