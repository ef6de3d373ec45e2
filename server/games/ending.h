// What the end of a match gives its players and the books. Pure: the same end of the same match gives the same every
// time.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/matches.h"
#include "rules/match.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

// The names of the ledger's rows about nuggets.
inline constexpr std::string_view kNuggets = "nuggets";

// The names of the ledger's rows about a high score of a game.
std::string high_score_kind(std::string_view game, std::string_view name);

// How many decisions of seats are among the moves of a match.
template <class Moves>
std::uint32_t decisions_in(const Moves& moves) {
  return static_cast<std::uint32_t>(
      std::ranges::count(moves, persistence::MoveKind::kAction, &persistence::Move::kind));
}

// The nuggets that are given: what the game gives, to the seats that may earn it (MatchRow::earning). A match that was
// given up, ran out of time or was claimed for absence must have been at least as long as the shortest that is played
// to its end.
rules::Nuggets nuggets_of(const rules::Ending& ending, const persistence::MatchRow& row, std::uint32_t decisions);

// The outcome as clients and the store get it.
v1::Outcome outcome_of(const rules::Ending& ending, const persistence::MatchRow& row, std::uint32_t decisions);

// For the history: "won" by some of the seats, "shared" by all, or "none".
std::string_view result_of(const rules::Ending& ending, std::size_t seats);

// The end as it is kept.
persistence::MatchEnd end_of(const rules::Ending& ending, const persistence::MatchRow& row, std::uint32_t decisions,
                             Timestamp at);

// The end of a match that the dice decided before anybody could; nothing for any other.
std::optional<persistence::MatchEnd> end_at_start(const persistence::MatchRow& row);

// What is booked with the end: what somebody who played alone has scored, and after that the nuggets of each person,
// one row an account, ascending by account. Bots keep nothing.
std::vector<persistence::LedgerRow> ledger_of(const rules::Ending& ending, const persistence::MatchRow& row,
                                              std::uint32_t decisions);

}  // namespace wyrmhall::server
