// What the ends of matches have added up to for each account, and what a store is asked about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/id.h"
#include "persistence/matches.h"

namespace wyrmhall::persistence {

// A row of an account's ledger, with the match that it came from.
struct LedgerLine {
  MatchLine match;
  std::int64_t amount = 0;
};

// What the rows of an account's ledger come to.
struct Tally {
  AccountId account{};
  std::string name;  // of the account
  std::int64_t amount = 0;
};

// A place in a list of tallies, the highest first and those that are equal by account.
struct TallyPlace {
  std::int64_t amount = 0;
  AccountId account{};
};

// --- Requests that read. ---

// What an account's ledger holds of one kind: the tally, and the history from the match that was made last. They fit
// each other. The tally is read and not added up.
struct ReadLedger {
  struct Answer {
    std::int64_t tally = 0;
    std::vector<LedgerLine> history;
  };
  static constexpr bool kWrites = false;
  AccountId account{};
  std::string what;               // such as "nuggets"
  std::optional<MatchId> before;  // only matches made before this one
  std::uint32_t limit = 50;       // of the history
};

// The accounts with the highest tallies of one kind, the highest first; equal ones by account, ascending. An account
// that has nothing is left out.
struct ListTallies {
  struct Answer {
    std::vector<Tally> tallies;
    std::int64_t own = 0;  // the tally of `own`
  };
  static constexpr bool kWrites = false;
  std::string what;
  std::optional<TallyPlace> after;  // only what comes after it in the list
  std::uint32_t limit = 50;
  std::optional<AccountId> own = std::nullopt;  // whose tally is told besides
};

}  // namespace wyrmhall::persistence
