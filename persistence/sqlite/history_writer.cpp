#include "persistence/sqlite/history_writer.h"

namespace wyrmhall::persistence::sqlite {
namespace {

constexpr Micros kDay = 86'400'000'000;

}  // namespace

HistoryWriter::HistoryWriter(Database& database)
    : class_(database,
             "SELECT no FROM match_classes WHERE game = ? AND rules_version = ? AND state = ? AND result = ?"),
      add_class_(database,
                 "INSERT INTO match_classes (game, rules_version, state, result) VALUES (?, ?, ?, ?) RETURNING no"),
      begun_(database, "SELECT no FROM matches WHERE id = ?"),
      match_(database, "SELECT game, rules_version, started_at, class FROM matches WHERE no = ?"),
      set_class_(database, "UPDATE matches SET class = ? WHERE no = ?"),
      add_player_(database,
                  "INSERT INTO player_history (account, class, started_at, match) VALUES (?, ?, ?, ?) "
                  "ON CONFLICT (account, class, started_at, match) DO NOTHING"),
      move_players_(database,
                    "UPDATE player_history SET class = ? WHERE account IN (SELECT account FROM seats WHERE match = ?) "
                    "AND class = ? AND started_at = ? AND match = ?"),
      count_(database,
             "INSERT INTO daily (day, class, matches, moves) VALUES (?, ?, ?, ?) ON CONFLICT (day, class) "
             "DO UPDATE SET matches = daily.matches + excluded.matches, moves = daily.moves + excluded.moves") {}

std::int64_t HistoryWriter::began(const MatchRow& match) {
  std::int64_t match_no = 0;
  {
    Cursor row = begun_.query(match.id);
    if (row.next()) match_no = row.integer(0);
  }
  const std::int64_t running = class_of(match.game, match.rules_version, State::kRunning, "");
  set_class_.run(running, match_no);
  for (const SeatRow& seat : match.seats) {
    if (seat.account) add_player_.run(*seat.account, running, match.started_at, match_no);
  }
  count_.run(match.started_at / kDay, running, 1, 0);
  return match_no;
}

void HistoryWriter::ended(std::int64_t match_no, const Id& match, std::uint32_t moves, const MatchEnd& end) {
  std::string game;
  std::uint32_t rules_version = 0;
  Micros started_at = 0;
  std::int64_t before = 0;
  {
    Cursor row = match_.query(match_no);
    if (!row.next()) return;
    game = row.bytes(0);
    rules_version = row.as<std::uint32_t>(1);
    started_at = row.integer(2);
    before = row.integer(3);
  }
  const std::int64_t after =
      class_of(game, rules_version, end.abandoned ? State::kAbandoned : State::kFinished, end.result);
  set_class_.run(after, match_no);
  move_players_.run(after, match, before, started_at, match_no);
  count_.run(started_at / kDay, before, -1, 0);
  count_.run(started_at / kDay, after, 1, moves);
}

std::int64_t HistoryWriter::class_of(std::string_view game, std::uint32_t rules_version, State state,
                                     std::string_view result) {
  const auto number = static_cast<std::uint8_t>(state);
  {
    Cursor row = class_.query(game, rules_version, number, result);
    if (row.next()) return row.integer(0);
  }
  Cursor row = add_class_.query(game, rules_version, number, result);
  return row.next() ? row.integer(0) : 0;
}

}  // namespace wyrmhall::persistence::sqlite
