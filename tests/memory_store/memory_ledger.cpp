#include "tests/memory_store/memory_ledger.h"

#include <algorithm>
#include <ranges>

namespace wyrmhall::persistence {

void MemoryLedger::book(std::uint64_t match_no, const MatchId& match, const std::vector<LedgerRow>& rows) {
  for (const LedgerRow& row : rows) rows_[{row.account, row.what}].try_emplace(match_no, Booked{match, row.amount});
}

void MemoryLedger::take_back(std::uint64_t match_no) {
  for (auto& [key, rows] : rows_) rows.erase(match_no);
}

std::int64_t MemoryLedger::tally(const AccountId& account, const std::string& what) const {
  const auto rows = rows_.find({account, what});
  return rows == rows_.end() ? 0 : tally_of(what, rows->second);
}

std::vector<MemoryLedger::Booked> MemoryLedger::history(const ReadLedger& request, std::uint64_t before) const {
  std::vector<Booked> history;
  const auto rows = rows_.find({request.account, request.what});
  if (rows == rows_.end()) return history;
  for (const auto& [no, booked] : std::views::reverse(rows->second)) {
    if (history.size() == request.limit) break;
    if (no < before) history.push_back(booked);
  }
  return history;
}

std::vector<Tally> MemoryLedger::list(const ListTallies& request) const {
  const auto place = [](std::int64_t amount, const AccountId& account) { return std::pair(-amount, account); };
  std::vector<Tally> all;
  for (const auto& [key, rows] : rows_) {
    if (key.second != request.what) continue;
    const Tally tally{.account = key.first, .name = {}, .amount = tally_of(key.second, rows)};
    const bool listed =
        !request.after || place(tally.amount, tally.account) > place(request.after->amount, request.after->account);
    if (listed && tally.amount > 0) all.push_back(tally);
  }
  std::ranges::sort(all, {}, [&](const Tally& tally) { return place(tally.amount, tally.account); });
  if (all.size() > request.limit) all.resize(request.limit);
  return all;
}

std::int64_t MemoryLedger::tally_of(const std::string& what, const Rows& rows) {
  std::int64_t tally = 0;
  for (const Booked& booked : std::views::values(rows)) {
    tally = is_best(what) ? std::max(tally, booked.amount) : tally + booked.amount;
  }
  return tally;
}

}  // namespace wyrmhall::persistence
