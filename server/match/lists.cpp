#include "server/match/lists.h"

#include "server/core/ids.h"
#include "server/core/limits.h"
#include "server/wire/bot_levels.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

void write_summary(const persistence::MatchLine& line, v1::MatchSummary& summary) {
  summary.set_match_id(to_bytes(line.id));
  summary.set_game(line.game);
  summary.set_started_at_us(wire_us(line.started_at));
  for (const persistence::SeatRow& from : line.seats) {
    v1::MatchSeat& seat = *summary.add_seats();
    if (from.account) {
      seat.mutable_player()->set_account_id(to_bytes(*from.account));
      seat.mutable_player()->set_name(from.name);
    } else {
      seat.mutable_bot()->set_level(bot_level(from.name));
    }
  }
  if (line.end) summary.mutable_outcome()->ParseFromString(line.end->outcome);
}

void write_matches(const persistence::ListMatches::Answer& found, v1::Matches& matches) {
  for (const persistence::MatchLine& line : found.lines) write_summary(line, *matches.add_matches());
  if (found.lines.size() == kMatchesPerPage) matches.set_next(to_bytes(found.lines.back().id));
}

void write_nuggets(const persistence::ReadLedger::Answer& found, v1::Nuggets& nuggets) {
  nuggets.set_tally(static_cast<std::uint64_t>(found.tally));
  for (const persistence::LedgerLine& from : found.history) {
    v1::NuggetLine& line = *nuggets.add_lines();
    write_summary(from.match, *line.mutable_match());
    line.set_nuggets(static_cast<std::uint32_t>(from.amount));
  }
  if (found.history.size() == kMatchesPerPage) nuggets.set_next(to_bytes(found.history.back().match.id));
}

void write_richest(const persistence::ListTallies::Answer& found, v1::Richest& richest) {
  for (const persistence::Tally& from : found.tallies) {
    v1::RichestLine& line = *richest.add_lines();
    line.mutable_player()->set_account_id(to_bytes(from.account));
    line.mutable_player()->set_name(from.name);
    line.set_nuggets(static_cast<std::uint64_t>(from.amount));
  }
  if (found.tallies.size() < kMatchesPerPage) return;
  richest.mutable_next()->set_nuggets(static_cast<std::uint64_t>(found.tallies.back().amount));
  richest.mutable_next()->set_account_id(to_bytes(found.tallies.back().account));
}

void write_high_scores(const persistence::ListTallies::Answer& found, v1::HighScores& scores) {
  scores.set_own(static_cast<std::uint64_t>(found.own));
  for (const persistence::Tally& from : found.tallies) {
    v1::HighScoreLine& line = *scores.add_lines();
    line.mutable_player()->set_account_id(to_bytes(from.account));
    line.mutable_player()->set_name(from.name);
    line.set_points(static_cast<std::uint64_t>(from.amount));
  }
  if (found.tallies.size() < kMatchesPerPage) return;
  scores.mutable_next()->set_points(static_cast<std::uint64_t>(found.tallies.back().amount));
  scores.mutable_next()->set_account_id(to_bytes(found.tallies.back().account));
}

}  // namespace wyrmhall::server
