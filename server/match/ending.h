// What the end of a match comes to, for its players and for the books. Pure: the same end gives the same every time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "persistence/values.h"
#include "rules/match.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

// What the ledger's rows about nuggets are called.
inline constexpr std::string_view kNuggets = "nuggets";

// As clients and the store get it.
v1::Outcome outcome_of(const rules::Ending& ending, std::size_t seats);

// For the history: "won" by some of the seats, "shared" by all, or "none".
std::string_view result_of(const rules::Ending& ending, std::size_t seats);

// As it is kept.
persistence::MatchEnd end_of(const rules::Ending& ending, const std::vector<persistence::SeatRow>& seats,
                             persistence::Micros at);

// The end of a match that the dice decided before anybody could; nothing for any other.
std::optional<persistence::MatchEnd> end_at_start(const persistence::MatchRow& row);

// What is booked with the end: the nuggets of each person, one row an account, ascending by account. Bots keep nothing.
std::vector<persistence::LedgerRow> ledger_of(const rules::Ending& ending,
                                              const std::vector<persistence::SeatRow>& seats);

}  // namespace wyrmhall::server
