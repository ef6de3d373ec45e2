#include "persistence/admin_queries.h"

#include <algorithm>
#include <memory>

#include "persistence/postgres/database.h"
#include "persistence/postgres/errors.h"
#include "persistence/postgres/move_source.h"
#include "persistence/sql/admin_queries.h"

namespace wyrmhall::persistence {
namespace {

// More than this many problems are not listed.
constexpr std::int64_t kTroubles = 100;
// How many matches are looked at before `go_on` is asked again.
constexpr std::int64_t kMatchesAtOnce = 1'000;

// Of matches in the order of their numbers: how many moves each should have, nothing while it runs, how many there are,
// and how many there would be if none were missing.
constexpr const char* kMoves =
    "SELECT m.no, m.id, m.ended_at IS NOT NULL, m.folded, count(v.idx), coalesce(max(v.idx) + 1, 0) FROM ("
    "SELECT no, id, ended_at, folded FROM matches WHERE no > ? ORDER BY no LIMIT ?) AS m "
    "LEFT JOIN moves AS v ON v.match = m.no GROUP BY m.no, m.id, m.ended_at, m.folded ORDER BY m.no";

// Of a copy, since when it has been given nothing. Servers say each second that they live, so it is given something.
constexpr const char* kAge =
    "SELECT CASE WHEN pg_is_in_recovery() THEN "
    "(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000000)::bigint ELSE 0 END";

// A base, so that it is there before what reads it.
struct Connected {
  explicit Connected(const std::string& place)
      : database(place, postgres::Database::Access::kReadOnly), source(database) {}

  postgres::Database database;
  postgres::MoveSource source;
};

class PostgresAdminQueries final : private Connected, public sql::SqlAdminQueries {
 public:
  explicit PostgresAdminQueries(const std::string& place)
      : Connected(place),
        SqlAdminQueries(database, source, "finished_matches"),
        moves_(database, kMoves),
        age_(database, kAge) {}

  std::uint64_t back_up(const std::string& /*file*/, const std::function<bool()>& /*go_on*/) override {
    throw Unavailable("The store is in PostgreSQL: back it up with PostgreSQL's own tools, such as pg_basebackup.");
  }

  CopiedOut copy_out(Timestamp /*before*/, std::int64_t /*after*/, std::uint32_t /*limit*/) override {
    throw Unavailable("The store is in PostgreSQL, from which no matches are moved to yearly files.");
  }

  std::optional<Duration> age() override {
    return guarded([&]() -> std::optional<Duration> {
      sql::Cursor row = age_.query();
      if (!row.next() || row.null(0)) return std::nullopt;
      return std::max(Duration{}, Duration(row.integer(0)));  // its clock may be behind
    });
  }

  std::vector<std::string> check(const std::function<bool()>& go_on) override {
    return guarded([&] {
      std::vector<std::string> problems;
      std::int64_t after = 0;
      bool more = true;
      while (more) {
        if (!go_on()) throw postgres::Error({}, "given up");
        more = false;
        sql::Cursor row = moves_.query(after, kMatchesAtOnce);
        while (row.next()) {
          more = true;
          after = row.integer(0);
          const std::int64_t there = row.integer(4);
          const bool whole = there == row.integer(5) && (row.integer(2) == 0 || there == row.integer(3));
          if (whole || std::cmp_greater_equal(problems.size(), kTroubles)) continue;
          problems.push_back("of match " + uuid_text(row.id<MatchId>(1)) + " moves are missing");
        }
      }
      return problems;
    });
  }

 private:
  [[nodiscard]] std::string sentence(const sql::Error& error) const override { return postgres::sentence(error); }

  // The connection may have been lost long ago, and this was the first to notice.
  bool may_look_again() override {
    if (database.connected()) return false;
    database.reconnect();
    return true;
  }

  sql::Statement moves_;
  sql::Statement age_;
};

}  // namespace

std::expected<std::unique_ptr<AdminQueries>, std::string> open_postgres_admin_queries(const std::string& place) {
  try {
    return std::make_unique<PostgresAdminQueries>(place);
  } catch (const sql::Error& error) {
    return std::unexpected(postgres::sentence(error));
  }
}

}  // namespace wyrmhall::persistence
