#include "persistence/moving/source.h"

#include <limits>
#include <utility>

#include "persistence/sql/move_codec.h"

namespace wyrmhall::persistence::moving {
namespace {

// Nothing is appended, so the journal does not get too long.
constexpr std::int64_t kAnyLength = std::numeric_limits<std::int64_t>::max();

}  // namespace

Source::Source(const std::string& folder)
    : database_(folder + "/wyrmhall.db", sqlite::Database::Access::kReadOnly),
      archive_(database_),
      journal_(database_, archive_, kAnyLength),
      years_(folder) {
  journal_.recover();
}

void Source::rows(const Table& table, std::int64_t skipped, const std::function<void(const Row&)>& row) {
  const std::string columns = table.from != nullptr ? table.from : table.columns;
  sql::Statement statement(
      database_, "SELECT " + columns + " FROM " + table.name + " ORDER BY " + table.key + " LIMIT -1 OFFSET ?");
  sql::Cursor cursor = statement.query(skipped);
  while (cursor.next()) row(row_at(cursor, table.types));
}

void Source::matches(std::int64_t after, const std::function<void(const OfMatch&)>& match) {
  sql::Statement statement(
      database_,
      "SELECT m.no, m.id, m.ended_at IS NOT NULL, m.deadline, m.moved_to, r.signed FROM matches AS "
      "m LEFT JOIN receipts AS r ON r.match = m.no WHERE m.no > ? ORDER BY m.no");
  sql::Cursor cursor = statement.query(after);
  while (cursor.next()) {
    OfMatch found{.match_no = cursor.integer(0), .moves = {}, .receipt = std::nullopt};
    const auto id = cursor.id<MatchId>(1);
    const bool over = cursor.integer(2) != 0;
    std::optional<Timestamp> deadline = cursor.maybe_time(3);
    std::string bytes;
    std::string receipt = cursor.null(5) ? std::string() : cursor.bytes(5);
    if (const auto year = cursor.maybe_integer(4)) {
      sqlite::MovedMatch moved = years_.find(static_cast<int>(*year), id);
      bytes = std::move(moved.moves);
      receipt = std::move(moved.signed_before);
    } else {
      bytes = archive_.moves(found.match_no);
      if (const sqlite::Head* head = journal_.find(id); head != nullptr && !over) {
        bytes += head->moves;
        deadline = head->deadline;
      }
    }
    if (!receipt.empty()) found.receipt = Row{found.match_no, std::move(receipt)};
    const std::optional<std::vector<Move>> moves = sql::decode(bytes);
    if (!moves) sql::damaged("the moves of a match are damaged");
    std::int64_t index = 0;
    for (const Move& move : *moves) {
      std::string body;
      sql::encode(move, body);
      const bool last = index + 1 == std::ssize(*moves);
      // Of the deadlines only the last one counts, and only while the match runs.
      Value at;
      if (last && !over && deadline) at = unix_micros(*deadline);
      found.moves.push_back(Row{found.match_no, index++, std::move(body), std::move(at)});
    }
    match(found);
  }
}

}  // namespace wyrmhall::persistence::moving
