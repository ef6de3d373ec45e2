// The ledger of the store in memory.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "persistence/ledger.h"

namespace wyrmhall::persistence {

class MemoryLedger {
 public:
  struct Booked {
    MatchId match{};
    std::int64_t amount = 0;
  };

  // Matches are numbered in the order in which they were made.
  void book(std::uint64_t match_no, const MatchId& match, const std::vector<LedgerRow>& rows);
  void take_back(std::uint64_t match_no);

  [[nodiscard]] std::int64_t tally(const AccountId& account, const std::string& what) const;
  // Of an account, the match that was made last first; of matches before this number.
  [[nodiscard]] std::vector<Booked> history(const ReadLedger& request,
                                            std::uint64_t before = std::numeric_limits<std::uint64_t>::max()) const;
  // As ListTallies says, without names.
  [[nodiscard]] std::vector<Tally> list(const ListTallies& request) const;

 private:
  using Rows = std::map<std::uint64_t, Booked>;  // by the number of the match

  static std::int64_t tally_of(const std::string& what, const Rows& rows);

  std::map<std::pair<AccountId, std::string>, Rows> rows_;
};

}  // namespace wyrmhall::persistence
