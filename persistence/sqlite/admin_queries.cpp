#include "persistence/admin_queries.h"

#include <filesystem>
#include <map>
#include <memory>

#include "persistence/sql/admin_queries.h"
#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/move_source.h"
#include "persistence/sqlite/upkeep.h"
#include "persistence/sqlite/year_files.h"
#include "persistence/upkeep.h"

namespace wyrmhall::persistence {
namespace {

using sql::Cursor;
using sqlite::Database;

// The matches in the order of their numbers, with what each has.
constexpr const char* kToCopyOut =
    "SELECT m.no, m.id, m.ended_at, a.moves, coalesce(r.signed, x'') FROM matches AS m "
    "CROSS JOIN archive AS a ON a.no = m.archived LEFT JOIN receipts AS r ON r.match = m.no "
    "WHERE m.no > ? AND m.ended_at < ? ORDER BY m.no LIMIT ?";

std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path();
}

// The database is copied first: the files of the years then have all that it says they have, and maybe more.
std::uint64_t back_up_all(Database& database, const sqlite::YearFiles& years, const std::string& file,
                          const std::function<bool()>& go_on) {
  const std::uint64_t bytes = sqlite::back_up(database, file, go_on);
  for (const std::filesystem::path& year : years.all()) {
    sqlite::back_up_year(year, std::filesystem::path(file).parent_path() / year.filename(), go_on);
  }
  return bytes;
}

// A base, so that it is there before what reads it.
struct Opened {
  explicit Opened(const std::string& path)
      : database(path, Database::Access::kReadOnly), source(database, folder_of(path)) {}

  Database database;
  sqlite::MoveSource source;
};

class SqliteAdminQueries final : private Opened, public sql::SqlAdminQueries {
 public:
  explicit SqliteAdminQueries(const std::string& path)
      : Opened(path),
        SqlAdminQueries(database, source),
        path_(path),
        years_(folder_of(path)),
        to_copy_out_(database, kToCopyOut) {}

  std::uint64_t back_up(const std::string& file, const std::function<bool()>& go_on) override {
    return guarded([&] { return back_up_all(database, years_, file, go_on); });
  }

  CopiedOut copy_out(Timestamp before, std::int64_t after, std::uint32_t limit) override {
    return guarded([&] {
      CopiedOut copied;
      std::map<int, std::vector<sqlite::MovedMatch>> years;
      {
        Cursor row = to_copy_out_.query(after, before, limit);
        std::size_t bytes = 0;
        for (std::uint32_t seen = 0; !copied.go_on_after && row.next();) {
          const auto& match = years[sqlite::year_of(row.time(2))].emplace_back(
              sqlite::MovedMatch{.match = row.id<MatchId>(1), .moves = row.bytes(3), .signed_before = row.bytes(4)});
          bytes += match.moves.size() + match.signed_before.size();
          if (++seen == limit || bytes >= kMovedBytes) copied.go_on_after = row.integer(0);
        }
      }
      for (const auto& [year, matches] : years) {
        years_.add(year, matches);
        MovedOut& moved = copied.years.emplace_back(MovedOut{.year = year, .matches = {}});
        for (const sqlite::MovedMatch& match : matches) moved.matches.push_back(match.match);
      }
      return copied;
    });
  }

  std::vector<std::string> check(const std::function<bool()>& go_on) override {
    return guarded([&] {
      std::vector<std::string> problems = sqlite::check(database, go_on);
      for (const std::filesystem::path& year : years_.all()) {
        Database one(year, Database::Access::kReadOnly);
        for (const std::string& problem : sqlite::check(one, go_on)) {
          problems.push_back(year.filename().string() + ": " + problem);
        }
      }
      return problems;
    });
  }

 private:
  [[nodiscard]] std::string sentence(const sql::Error& error) const override { return sqlite::sentence(error, path_); }

  const std::string path_;
  sqlite::YearFiles years_;
  sql::Statement to_copy_out_;
};

}  // namespace

std::optional<std::string> copy_sqlite(const std::string& from, const std::string& to) {
  const std::string path = from + "/wyrmhall.db";
  try {
    std::filesystem::create_directories(to);
    Database database(path, Database::Access::kReadOnly);
    back_up_all(database, sqlite::YearFiles(from), to + "/wyrmhall.db", [] { return true; });
  } catch (const sql::Error& error) {
    return sqlite::sentence(error, path);
  } catch (const std::filesystem::filesystem_error& error) {
    return error.what();
  }
  return std::nullopt;
}

std::expected<std::unique_ptr<AdminQueries>, std::string> open_sqlite_admin_queries(const std::string& folder) {
  const std::string path = folder + "/wyrmhall.db";
  try {
    return std::make_unique<SqliteAdminQueries>(path);
  } catch (const sql::Error& error) {
    return std::unexpected(sqlite::sentence(error, path));
  }
}

}  // namespace wyrmhall::persistence
