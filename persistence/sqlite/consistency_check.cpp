#include "persistence/consistency_check.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "persistence/sqlite/database.h"
#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/match_reader.h"
#include "persistence/sqlite/schema.h"

namespace wyrmhall::persistence {
namespace {

using sqlite::Cursor;
using sqlite::Database;
using sqlite::Error;

class SqliteConsistencyCheck : public ConsistencyCheck {
 public:
  explicit SqliteConsistencyCheck(std::string path)
      : path_(std::move(path)),
        database_(path_, Database::Access::kReadOnly),
        reader_(database_, std::filesystem::path(path_).parent_path()),
        matches_(database_, "SELECT no, id, ended_at IS NOT NULL, voided_at IS NOT NULL FROM matches ORDER BY no"),
        ledger_(database_, "SELECT match, account, what, amount FROM ledger ORDER BY match, account, what"),
        tallies_(database_,
                 "SELECT account, what, sum(booked), sum(kept) FROM ("
                 "SELECT account, what, sum(amount) AS booked, 0 AS kept FROM ledger GROUP BY account, what "
                 "UNION ALL SELECT account, what, 0, amount FROM tallies) GROUP BY account, what") {}

  std::expected<void, std::string> walk(const std::function<void(const MatchBooks&)>& match,
                                        const std::function<void(const TallyBooks&)>& tally) override {
    try {
      const sqlite::ReadTransaction together(database_);
      walk_matches(match);
      Cursor row = tallies_.query();
      while (row.next()) tally({row.id<AccountId>(0), row.bytes(1), row.integer(2), row.integer(3)});
      return {};
    } catch (const Error& error) {
      return std::unexpected(sqlite::sentence(error, path_));
    }
  }

 private:
  // Matches and the ledger are read side by side, so that no more of them is in memory than one match.
  void walk_matches(const std::function<void(const MatchBooks&)>& match) {
    Cursor row = matches_.query();
    Cursor booked = ledger_.query();
    bool more = booked.next();
    while (row.next()) {
      const std::int64_t no = row.integer(0);
      const auto id = row.id<MatchId>(1);
      MatchBooks books;
      books.voided = row.integer(3) != 0;
      for (; more && booked.integer(0) == no; more = booked.next()) {
        books.ledger.push_back({booked.id<AccountId>(1), booked.bytes(2), booked.integer(3)});
      }
      if (row.integer(2) == 0) {
        if (books.ledger.empty()) continue;
        books.match.row.id = id;
      } else {
        books.match = *reader_.read(id, {});
      }
      match(books);
    }
  }

  std::string path_;
  Database database_;
  sqlite::MatchReader reader_;
  sqlite::Statement matches_;
  sqlite::Statement ledger_;
  sqlite::Statement tallies_;
};

std::optional<std::string> unfit(const std::string& path) {
  Database database(path, Database::Access::kReadOnly);
  switch (sqlite::origin(database)) {
    case sqlite::Origin::kNewer:
      return path + " was written by a newer version of Wyrmhall: check it with that version.";
    case sqlite::Origin::kForeign:
      return path + " is another program's database: name the folder of the server's.";
    case sqlite::Origin::kEmpty:
      return path + " is empty: start the server on it once.";
    case sqlite::Origin::kOurs:
      break;
  }
  if (database.number("PRAGMA user_version") < sqlite::kSchemaVersion) {
    return path + " was written by an older version of Wyrmhall: start this version's server on it once.";
  }
  return std::nullopt;
}

}  // namespace

std::expected<std::unique_ptr<ConsistencyCheck>, std::string> open_sqlite_consistency_check(const std::string& folder) {
  const std::string path = folder + "/wyrmhall.db";
  if (!std::filesystem::exists(path)) {
    return std::unexpected("There is no " + path + ": name the folder of the server's with --data.");
  }
  try {
    if (auto error = unfit(path)) return std::unexpected(*std::move(error));
    return std::make_unique<SqliteConsistencyCheck>(path);
  } catch (const Error& error) {
    return std::unexpected(sqlite::sentence(error, path));
  }
}

}  // namespace wyrmhall::persistence
