// The matches that run, with all that they are folded from: for a program that looks and changes nothing.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/id.h"
#include "persistence/matches.h"

namespace wyrmhall::persistence {

// Belongs to one thread at a time. Throws Unavailable (admin_queries.h) where the database does not answer, or has
// tables of another version that this one cannot read.
class RunningSource {
 public:
  RunningSource() = default;
  RunningSource(const RunningSource&) = delete;
  RunningSource& operator=(const RunningSource&) = delete;
  virtual ~RunningSource() = default;

  // Oldest first.
  virtual std::vector<MatchId> running() = 0;
  // One of them with its moves and its seeds, or nothing where it is not there.
  virtual std::optional<StoredMatch> load(const MatchId& match) = 0;
};

// Of the database in a folder, whose server may be running: of a copy in a folder under `scratch`, which goes with the
// source. It is migrated, so whatever older program has written it can be read. On failure, a sentence.
std::expected<std::unique_ptr<RunningSource>, std::string> open_sqlite_running_source(const std::string& folder,
                                                                                      const std::string& scratch);

// Of a PostgreSQL database (PostgresOptions::place), which may be a standby. On failure, a sentence.
std::expected<std::unique_ptr<RunningSource>, std::string> open_postgres_running_source(const std::string& place);

}  // namespace wyrmhall::persistence
