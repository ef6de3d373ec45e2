#include "server/match/ending.h"

#include <algorithm>
#include <map>
#include <string>

namespace wyrmhall::server {

v1::Outcome outcome_of(const rules::Ending& ending, std::size_t seats) {
  v1::Outcome outcome;
  bool any = false;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (ending.outcome.winners.contains(static_cast<rules::Seat>(seat))) {
      outcome.add_winners(static_cast<std::uint32_t>(seat));
    }
    outcome.add_places(ending.outcome.place[seat]);
    any = any || ending.nuggets[seat] > 0;
  }
  for (std::size_t seat = 0; any && seat < seats; ++seat) outcome.add_nuggets(ending.nuggets[seat]);
  outcome.set_reason(static_cast<v1::OutcomeReason>(ending.reason));
  return outcome;
}

std::vector<persistence::LedgerRow> ledger_of(const rules::Ending& ending,
                                              const std::vector<persistence::SeatRow>& seats) {
  std::map<persistence::Id, std::int64_t> sums;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat].account && ending.nuggets[seat] > 0) sums[*seats[seat].account] += ending.nuggets[seat];
  }
  std::vector<persistence::LedgerRow> rows;
  rows.reserve(sums.size());
  for (const auto& [account, amount] : sums) {
    rows.push_back({.account = account, .what = std::string(kNuggets), .amount = amount});
  }
  return rows;
}

}  // namespace wyrmhall::server
