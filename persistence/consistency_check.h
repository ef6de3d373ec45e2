// Looks through a database to see whether its books are right. Changes nothing, and works beside a server that runs.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "persistence/values.h"

namespace wyrmhall::persistence {

// A match that is over, or that has something in the ledger though it is not.
struct MatchBooks {
  StoredMatch match;              // without its moves where it is not over
  std::vector<LedgerRow> ledger;  // ascending by account, then by what
  bool voided = false;            // what it gave was taken back (VoidMatch)
};

// What an account's ledger of one kind comes to, and the tally that is kept of it. 0 where there is none.
struct TallyBooks {
  AccountId account{};
  std::string what;
  std::int64_t ledger = 0;
  std::int64_t tally = 0;
};

class ConsistencyCheck {
 public:
  ConsistencyCheck() = default;
  ConsistencyCheck(const ConsistencyCheck&) = delete;
  ConsistencyCheck& operator=(const ConsistencyCheck&) = delete;
  virtual ~ConsistencyCheck() = default;

  // Calls the first with each such match in the order in which they were made, then the second with each account that
  // has a ledger or a tally. All of it is of one moment, that of the call. On failure a sentence.
  virtual std::expected<void, std::string> walk(const std::function<void(const MatchBooks&)>& match,
                                                const std::function<void(const TallyBooks&)>& tally) = 0;
};

// Opens the database in a folder to be looked at. On failure a sentence: there is none, or it is of another version.
std::expected<std::unique_ptr<ConsistencyCheck>, std::string> open_sqlite_consistency_check(const std::string& folder);

}  // namespace wyrmhall::persistence
