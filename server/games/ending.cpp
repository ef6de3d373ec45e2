#include "server/games/ending.h"

#include <algorithm>
#include <map>
#include <string>

#include "server/games/registry.h"

namespace wyrmhall::server {

rules::Nuggets nuggets_of(const rules::Ending& ending, const persistence::MatchRow& row, std::uint32_t decisions) {
  if (!row.earning) return ending.nuggets;
  rules::Nuggets given{};
  const GameKind* kind = find_game(row.game);
  const bool played = ending.reason == rules::EndReason::kPlayed;
  if (!played && (kind == nullptr || decisions < kind->shortest_match())) return given;
  for (std::size_t seat = 0; seat < row.seats.size(); ++seat) {
    if ((*row.earning >> seat & 1U) != 0) given[seat] = ending.nuggets[seat];
  }
  return given;
}

std::string high_score_kind(std::string_view game, std::string_view name) {
  return std::string(persistence::kBestPrefix).append(game).append(":").append(name);
}

v1::Outcome outcome_of(const rules::Ending& ending, const persistence::MatchRow& row, std::uint32_t decisions) {
  const rules::Nuggets nuggets = nuggets_of(ending, row, decisions);
  const std::size_t seats = row.seats.size();
  v1::Outcome outcome;
  bool any = false;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (ending.outcome.winners.contains(static_cast<rules::Seat>(seat))) {
      outcome.add_winners(static_cast<std::uint32_t>(seat));
    }
    outcome.add_places(ending.outcome.place[seat]);
    any = any || nuggets[seat] > 0;
  }
  for (std::size_t seat = 0; any && seat < seats; ++seat) outcome.add_nuggets(nuggets[seat]);
  outcome.set_reason(static_cast<v1::OutcomeReason>(ending.reason));
  if (ending.score) {
    outcome.mutable_score()->set_name(std::string(ending.score->name));
    outcome.mutable_score()->set_points(ending.score->points);
  }
  return outcome;
}

std::string_view result_of(const rules::Ending& ending, std::size_t seats) {
  if (ending.outcome.winners.empty()) return "none";
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (!ending.outcome.winners.contains(static_cast<rules::Seat>(seat))) return "won";
  }
  return seats == 1 ? "won" : "shared";
}

persistence::MatchEnd end_of(const rules::Ending& ending, const persistence::MatchRow& row, std::uint32_t decisions,
                             Timestamp at) {
  return {.outcome = outcome_of(ending, row, decisions).SerializeAsString(),
          .ended_at = at,
          .ledger = ledger_of(ending, row, decisions),
          .abandoned = ending.reason == rules::EndReason::kTime || ending.reason == rules::EndReason::kAbsence,
          .result = std::string(result_of(ending, row.seats.size()))};
}

std::optional<persistence::MatchEnd> end_at_start(const persistence::MatchRow& row) {
  const GameKind* kind = find_game(row.game);
  if (kind == nullptr) return std::nullopt;
  const auto game = kind->start(row);
  const auto ending = game ? (*game)->ending() : std::nullopt;
  if (!ending) return std::nullopt;
  return end_of(*ending, row, 0, row.started_at);
}

std::vector<persistence::LedgerRow> ledger_of(const rules::Ending& ending, const persistence::MatchRow& row,
                                              std::uint32_t decisions) {
  const rules::Nuggets nuggets = nuggets_of(ending, row, decisions);
  const std::vector<persistence::SeatRow>& seats = row.seats;
  std::map<AccountId, std::int64_t> sums;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat].account && nuggets[seat] > 0) sums[*seats[seat].account] += nuggets[seat];
  }
  std::vector<persistence::LedgerRow> rows;
  rows.reserve(sums.size() + 1);
  if (ending.score && seats.front().account) {
    rows.push_back({.account = *seats.front().account,
                    .what = high_score_kind(row.game, ending.score->name),
                    .amount = ending.score->points});
  }
  for (const auto& [account, amount] : sums) {
    rows.push_back({.account = account, .what = std::string(kNuggets), .amount = amount});
  }
  return rows;
}

}  // namespace wyrmhall::server
