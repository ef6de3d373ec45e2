#include "persistence/sql/match_index_writer.h"

namespace wyrmhall::persistence::sql {
namespace {

std::chrono::sys_days day_of(Timestamp time) {
  return std::chrono::floor<std::chrono::days>(time);
}

}  // namespace

MatchIndexWriter::MatchIndexWriter(Database& database)
    : class_(database,
             "SELECT no FROM match_classes WHERE game = ? AND rules_version = ? AND state = ? AND result = ?"),
      add_class_(database,
                 "INSERT INTO match_classes (game, rules_version, state, result) VALUES (?, ?, ?, ?) RETURNING no"),
      add_player_(database,
                  "INSERT INTO player_history (account, class, started_at, match) VALUES (?, ?, ?, ?) "
                  "ON CONFLICT (account, class, started_at, match) DO NOTHING"),
      drop_player_(database,
                   "DELETE FROM player_history WHERE account = ? AND class = ? AND started_at = ? AND match = ?"),
      count_(database,
             "INSERT INTO daily (day, class, matches, moves) VALUES (?, ?, ?, ?) ON CONFLICT (day, class) "
             "DO UPDATE SET matches = daily.matches + excluded.matches, moves = daily.moves + excluded.moves") {}

void MatchIndexWriter::began(std::int64_t match_no, std::int64_t match_class, const MatchRow& match) {
  for (const SeatRow& seat : match.seats) {
    if (seat.account) add_player_.run(*seat.account, match_class, match.started_at, match_no);
  }
  count_.run(day_of(match.started_at), match_class, 1, 0);
}

void MatchIndexWriter::ended(const Ended& match) {
  count_.run(day_of(match.started_at), match.from, -1, 0);
  count_.run(day_of(match.started_at), match.to, 1, match.moves);
}

void MatchIndexWriter::recounted(const Ended& match) {
  count_.run(day_of(match.started_at), match.from, -1, -static_cast<std::int64_t>(match.moves));
  count_.run(day_of(match.started_at), match.to, 1, match.moves);
}

void MatchIndexWriter::moved(const AccountId& account, const Ended& match) {
  drop_player_.run(account, match.from, match.started_at, match.match_no);
  add_player_.run(account, match.to, match.started_at, match.match_no);
}

std::int64_t MatchIndexWriter::class_of(std::string_view game, std::uint32_t rules_version, State state,
                                        std::string_view result) {
  const auto number = static_cast<std::uint8_t>(state);
  {
    Cursor row = class_.query(game, rules_version, number, result);
    if (row.next()) return row.integer(0);
  }
  return add_class_.run(game, rules_version, number, result).value();
}

}  // namespace wyrmhall::persistence::sql
