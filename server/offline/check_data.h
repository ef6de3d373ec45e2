// Whether the books of a database are right: every finished match is folded again from its options, seeds and moves,
// and what that gives is compared with the outcome that was kept, the ledger and the tallies. Before that the file is
// checked for damage.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "persistence/consistency_check.h"

namespace wyrmhall::server {

struct DataReport {
  std::uint64_t matches = 0;  // that are over
  std::uint64_t moves = 0;    // of these
  std::uint64_t heroes = 0;   // that these matches took
  std::uint64_t rows = 0;     // of the ledger
  std::uint64_t tallies = 0;  // that are kept
  std::int64_t nuggets = 0;   // in all tallies together
  std::uint64_t mismatches = 0;
  std::vector<std::string> sentences;  // of the first kMismatchesTold mismatches, with the match or account
};

// On failure, why the database could not be read to its end.
std::expected<DataReport, std::string> check_data(persistence::ConsistencyCheck& audit);

}  // namespace wyrmhall::server
