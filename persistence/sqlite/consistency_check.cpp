#include "persistence/consistency_check.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "persistence/sql/hero_columns.h"
#include "persistence/sql/match_reader.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/journal.h"
#include "persistence/sqlite/move_source.h"
#include "persistence/sqlite/schema.h"

namespace wyrmhall::persistence {
namespace {

using sql::Cursor;
using sql::damaged;
using sqlite::Database;

// The first page says how the file may be read and written: 1 for a rollback journal, 2 for a log. A value that does
// not bother a reader may still keep a writer out. In the log there may be a newer first page, but then this one is
// whole too.
void check_head(const std::string& path) {
  constexpr std::streamoff kVersions = 18;
  constexpr char kNewest = 2;
  std::array<char, 2> versions{};  // to write it, and to read it
  std::ifstream file(path, std::ios::binary);
  file.seekg(kVersions);
  file.read(versions.data(), versions.size());
  if (!file) damaged("the file has no head");
  for (const char version : versions) {
    if (version < 1 || version > kNewest) damaged("the head of the file is not as this program writes it");
  }
}

void check_pages(Database& database) {
  sql::Statement integrity(database, "PRAGMA integrity_check(1)");
  Cursor row = integrity.query();
  if (!row.next()) damaged("it cannot be looked through");
  if (row.view(0) != "ok") damaged(row.bytes(0));
}

// Tables and indexes by their names, with the words that made them. Quotes are left out: renaming a table adds some.
std::map<std::string, std::string> declared(Database& database) {
  std::map<std::string, std::string> found;
  sql::Statement schema(database,
                        "SELECT name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema");
  Cursor row = schema.query();
  while (row.next()) {
    std::string words = row.bytes(1);
    std::erase(words, '"');
    found[row.bytes(0)] = std::move(words);
  }
  return found;
}

// A changed letter in the declaration of a table may not matter to any row that is there, but to the next one.
void check_declarations(Database& database) {
  Database fresh(":memory:", Database::Access::kReadWrite);
  sqlite::migrate(fresh);
  const auto found = declared(database);
  for (const auto& [name, words] : declared(fresh)) {
    const auto there = found.find(name);
    if (there == found.end() || there->second != words) damaged(name + " is not declared as this program declares it");
  }
}

void check_incarnation(Database& database) {
  constexpr const char* kCounted =
      "SELECT count(*) = 1 AND min(incarnation) >= 0 AND max(incarnation) < 9223372036854775807 FROM server";
  if (database.number(kCounted) != 1) damaged("the number of the server's starts is not there");
}

class SqliteConsistencyCheck : public ConsistencyCheck {
 public:
  explicit SqliteConsistencyCheck(std::string path)
      : path_(std::move(path)),
        database_(path_, Database::Access::kReadOnly),
        source_(database_, std::filesystem::path(path_).parent_path()),
        reader_(database_, source_),
        matches_(database_,
                 "SELECT no, id, ended_at IS NOT NULL, voided_at IS NOT NULL, heroes FROM matches ORDER BY no"),
        ledger_(database_, "SELECT match, account, what, amount FROM ledger ORDER BY match, account, what"),
        tallies_(database_,
                 "SELECT account, what, sum(booked), sum(kept) FROM ("
                 "SELECT account, what, CASE WHEN what LIKE 'best:%' THEN max(amount) ELSE sum(amount) END AS booked, "
                 "0 AS kept FROM ledger GROUP BY account, what "
                 "UNION ALL SELECT account, what, 0, amount FROM tallies) GROUP BY account, what"),
        taken_(database_,
               "SELECT match, hero, place, seat, revision, body_before, body_after FROM match_heroes "
               "ORDER BY match, place"),
        heroes_(database_, std::string("SELECT ") + sql::kHeroColumns +
                               " FROM heroes AS h LEFT JOIN matches AS m ON m.no = h.match ORDER BY h.id"),
        uses_(database_,
              "SELECT m.id, u.hero, u.place, u.seat, u.revision, u.body_before, u.body_after, m.ended_at IS NOT NULL "
              "FROM match_heroes AS u JOIN matches AS m ON m.no = u.match ORDER BY u.hero, u.match") {}

  std::expected<void, std::string> look_for_damage() override {
    try {
      check_head(path_);
      const sql::ReadTransaction together(database_);
      check_pages(database_);
      check_declarations(database_);
      check_incarnation(database_);
      sqlite::Archive archive(database_);
      sqlite::Journal(database_, archive, std::numeric_limits<std::int64_t>::max()).recover();
      return {};
    } catch (const sql::Error& error) {
      return std::unexpected(sqlite::sentence(error, path_));
    }
  }

  std::expected<void, std::string> walk(const std::function<void(const MatchBooks&)>& match,
                                        const std::function<void(const TallyBooks&)>& tally) override {
    try {
      const sql::ReadTransaction together(database_);
      walk_matches(match);
      Cursor row = tallies_.query();
      while (row.next()) tally({row.id<AccountId>(0), row.bytes(1), row.integer(2), row.integer(3)});
      return {};
    } catch (const sql::Error& error) {
      return std::unexpected(sqlite::sentence(error, path_));
    }
  }

  std::expected<void, std::string> walk_heroes(const std::function<void(const HeroBooks&)>& hero) override {
    try {
      const sql::ReadTransaction together(database_);
      walk_side_by_side(hero);
      return {};
    } catch (const sql::Error& error) {
      return std::unexpected(sqlite::sentence(error, path_));
    }
  }

 private:
  // From the columns after the first.
  static HeroUse use_in(const Cursor& row) {
    HeroUse use{.taken = {.hero = row.id<HeroId>(1),
                          .place = row.as<std::uint8_t>(2),
                          .seat = row.as<std::uint8_t>(3),
                          .revision = row.as<std::uint32_t>(4)},
                .before = row.bytes(5)};
    if (!row.null(6)) use.after = row.bytes(6);
    return use;
  }

  // Heroes and what matches did to them, by the ids of the heroes, each of which may be missing in one of the two.
  void walk_side_by_side(const std::function<void(const HeroBooks&)>& hero) {
    Cursor row = heroes_.query();
    Cursor use = uses_.query();
    bool rows = row.next();
    bool uses = use.next();
    while (rows || uses) {
      const bool by_row = rows && (!uses || row.id<HeroId>(0) <= use.id<HeroId>(1));
      HeroBooks books{.id = by_row ? row.id<HeroId>(0) : use.id<HeroId>(1), .row = std::nullopt, .matches = {}};
      if (by_row) {
        books.row = sql::hero_in(row);
        rows = row.next();
      }
      for (; uses && use.id<HeroId>(1) == books.id; uses = use.next()) {
        books.matches.push_back({.match = use.id<MatchId>(0), .over = use.integer(7) != 0, .use = use_in(use)});
      }
      hero(books);
    }
  }

  // Matches, their heroes and the ledger are read side by side, so that no more of them is in memory than one match.
  void walk_matches(const std::function<void(const MatchBooks&)>& match) {
    Cursor row = matches_.query();
    Cursor booked = ledger_.query();
    Cursor taken = taken_.query();
    bool more = booked.next();
    bool more_taken = taken.next();
    while (row.next()) {
      const std::int64_t no = row.integer(0);
      const auto id = row.id<MatchId>(1);
      MatchBooks books;
      books.voided = row.integer(3) != 0;
      for (; more && booked.integer(0) == no; more = booked.next()) {
        books.ledger.push_back({booked.id<AccountId>(1), booked.bytes(2), booked.integer(3)});
      }
      books.heroes_taken = row.as<std::uint32_t>(4);
      for (; more_taken && taken.integer(0) == no; more_taken = taken.next()) books.heroes.push_back(use_in(taken));
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
  sqlite::MoveSource source_;
  sql::MatchReader reader_;
  sql::Statement matches_;
  sql::Statement ledger_;
  sql::Statement tallies_;
  sql::Statement taken_;
  sql::Statement heroes_;
  sql::Statement uses_;
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
  } catch (const sql::Error& error) {
    return std::unexpected(sqlite::sentence(error, path));
  }
}

}  // namespace wyrmhall::persistence
