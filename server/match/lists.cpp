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

void write_matches(const persistence::Answer& answer, v1::Matches& matches) {
  for (const persistence::MatchLine& line : answer.lists().lines) write_summary(line, *matches.add_matches());
  if (answer.lists().lines.size() == kMatchesPerPage) matches.set_next(to_bytes(answer.lists().lines.back().id));
}

void write_nuggets(const persistence::Answer& answer, v1::Nuggets& nuggets) {
  nuggets.set_tally(static_cast<std::uint64_t>(answer.tally));
  for (const persistence::LedgerLine& from : answer.lists().history) {
    v1::NuggetLine& line = *nuggets.add_lines();
    write_summary(from.match, *line.mutable_match());
    line.set_nuggets(static_cast<std::uint32_t>(from.amount));
  }
  if (answer.lists().history.size() == kMatchesPerPage)
    nuggets.set_next(to_bytes(answer.lists().history.back().match.id));
}

void write_richest(const persistence::Answer& answer, v1::Richest& richest) {
  for (const persistence::Tally& from : answer.lists().tallies) {
    v1::RichestLine& line = *richest.add_lines();
    line.mutable_player()->set_account_id(to_bytes(from.account));
    line.mutable_player()->set_name(from.name);
    line.set_nuggets(static_cast<std::uint64_t>(from.amount));
  }
  if (answer.lists().tallies.size() < kMatchesPerPage) return;
  richest.mutable_next()->set_nuggets(static_cast<std::uint64_t>(answer.lists().tallies.back().amount));
  richest.mutable_next()->set_account_id(to_bytes(answer.lists().tallies.back().account));
}

void write_high_scores(const persistence::Answer& answer, v1::HighScores& scores) {
  scores.set_own(static_cast<std::uint64_t>(answer.tally));
  for (const persistence::Tally& from : answer.lists().tallies) {
    v1::HighScoreLine& line = *scores.add_lines();
    line.mutable_player()->set_account_id(to_bytes(from.account));
    line.mutable_player()->set_name(from.name);
    line.set_points(static_cast<std::uint64_t>(from.amount));
  }
  if (answer.lists().tallies.size() < kMatchesPerPage) return;
  scores.mutable_next()->set_points(static_cast<std::uint64_t>(answer.lists().tallies.back().amount));
  scores.mutable_next()->set_account_id(to_bytes(answer.lists().tallies.back().account));
}

}  // namespace wyrmhall::server
