#include "persistence/admin_queries.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include "persistence/sqlite/admin_query_texts.h"
#include "persistence/sqlite/errors.h"
#include "persistence/sqlite/heroes.h"
#include "persistence/sqlite/match_lists.h"
#include "persistence/sqlite/match_reader.h"
#include "persistence/sqlite/upkeep.h"
#include "persistence/sqlite/year_files.h"
#include "persistence/upkeep.h"

namespace wyrmhall::persistence {
namespace {

using sqlite::Cursor;
using sqlite::Database;
using sqlite::Statement;
namespace queries = sqlite::queries;

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

class SqliteAdminQueries final : public AdminQueries {
 public:
  explicit SqliteAdminQueries(const std::string& path)
      : path_(path),
        database_(path, Database::Access::kReadOnly),
        reader_(database_, folder_of(path)),
        years_(folder_of(path)),
        lists_(database_),
        line_(database_, queries::kLine),
        seats_(database_, queries::kSeats),
        running_(database_, queries::kRunning),
        players_(database_, queries::kPlayers),
        blocked_(database_, queries::kBlockedPlayers),
        player_(database_, queries::kPlayer),
        balance_(database_, queries::kBalance),
        bookings_(database_, queries::kBookings),
        heroes_(database_),
        totals_(database_, queries::kTotals),
        admin_log_(database_, queries::kAdminLog),
        expiring_(database_, queries::kExpiring),
        to_delete_(database_, queries::kToDelete),
        to_copy_out_(database_, queries::kToCopyOut) {}

  std::vector<ListedMatch> matches(const MatchFilter& filter, const std::optional<MatchCursor>& after,
                                   std::uint32_t limit) override {
    return guarded([&] {
      const sqlite::ReadTransaction together(database_);
      std::vector<ListedMatch> lines;
      for (const auto& [at, of] : lists_.newest(filter, after, limit)) lines.push_back(line(at, of));
      return lines;
    });
  }

  std::uint32_t count(const MatchFilter& filter, std::uint32_t most) override {
    return guarded([&] {
      const sqlite::ReadTransaction together(database_);
      return lists_.count(filter, most);
    });
  }

  std::optional<ListedMatch> match(const MatchId& id) override {
    return guarded([&]() -> std::optional<ListedMatch> {
      const sqlite::ReadTransaction together(database_);
      const auto found = lists_.find(id);
      if (!found) return std::nullopt;
      return line(found->at, found->of);
    });
  }

  std::optional<StoredMatch> finished(const MatchId& id) override {
    return guarded([&] {
      std::optional<StoredMatch> stored = reader_.load(id, {});
      if (stored && !stored->end) stored.reset();
      return stored;
    });
  }

  std::vector<MatchId> running() override {
    return guarded([&] {
      std::vector<MatchId> ids;
      Cursor row = running_.query();
      while (row.next()) ids.push_back(row.id<MatchId>(0));
      return ids;
    });
  }

  std::vector<PlayerLine> players(const std::string& prefix, const std::string& after, bool only_blocked,
                                  std::uint32_t limit) override {
    return guarded([&] {
      // 0xff is in no UTF-8, so this comes after all that begin so.
      const std::string end = prefix + '\xff';
      std::vector<PlayerLine> found;
      Cursor row = (only_blocked ? blocked_ : players_)
                       .query(std::string_view(prefix), std::string_view(end), std::string_view(after), limit);
      while (row.next()) found.push_back(player_line(row));
      return found;
    });
  }

  std::optional<PlayerLine> player(const AccountId& id) override {
    return guarded([&]() -> std::optional<PlayerLine> {
      Cursor row = player_.query(id);
      if (!row.next()) return std::nullopt;
      return player_line(row);
    });
  }

  std::vector<std::pair<std::string, std::int64_t>> balance(const AccountId& player) override {
    return guarded([&] {
      std::vector<std::pair<std::string, std::int64_t>> sums;
      Cursor row = balance_.query(player);
      while (row.next()) sums.emplace_back(row.bytes(0), row.integer(1));
      return sums;
    });
  }

  std::uint64_t accounts() override {
    return guarded([&] { return static_cast<std::uint64_t>(database_.number("SELECT count(*) FROM accounts")); });
  }

  std::vector<Booking> bookings(const AccountId& player, const BookingPlace& after, std::uint32_t limit) override {
    return guarded([&] {
      std::vector<Booking> found;
      Cursor row = bookings_.query(player, std::string_view(after.what), after.match_no, limit);
      while (row.next()) {
        found.push_back(
            {.match = row.id<MatchId>(0), .what = row.bytes(1), .amount = row.integer(2), .match_no = row.integer(3)});
      }
      return found;
    });
  }

  std::vector<ListedHero> heroes(const AccountId& player, const StablePlace& after, std::uint32_t limit) override {
    return guarded([&] { return heroes_.placed(player, after, limit); });
  }

  std::vector<StoryLine> story(const ListStory& request) override {
    return guarded([&] { return heroes_.story(request); });
  }

  std::vector<DayTotal> totals(std::chrono::sys_days from, std::chrono::sys_days until) override {
    return guarded([&] {
      std::vector<DayTotal> found;
      Cursor row = totals_.query(from, until);
      while (row.next()) {
        found.push_back({.day = row.day(0),
                         .game = row.bytes(1),
                         .state = static_cast<MatchState>(row.integer(2)),
                         .matches = row.integer(3),
                         .moves = row.integer(4)});
      }
      return found;
    });
  }

  std::vector<AdminLogLine> admin_log(std::optional<std::int64_t> before, std::uint32_t limit) override {
    return guarded([&] {
      std::vector<AdminLogLine> found;
      Cursor row = admin_log_.query(before.value_or(std::numeric_limits<std::int64_t>::max()), limit);
      while (row.next()) {
        found.push_back({row.integer(0),
                         {.at = row.time(1),
                          .operation = row.bytes(2),
                          .target = row.bytes(3),
                          .address = row.bytes(4),
                          .detail = row.bytes(5),
                          .who = row.bytes(6),
                          .outcome = row.bytes(7)}});
      }
      return found;
    });
  }

  std::uint64_t back_up(const std::string& file, const std::function<bool()>& go_on) override {
    return guarded([&] { return back_up_all(database_, years_, file, go_on); });
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

  std::vector<AccountId> expiring(Timestamp before, const AccountId& after, std::uint32_t limit) override {
    return guarded([&] {
      std::vector<AccountId> accounts;
      Cursor row = expiring_.query(after, before, limit);
      while (row.next()) accounts.push_back(row.id<AccountId>(0));
      return accounts;
    });
  }

  std::vector<AccountId> to_delete(Timestamp by, std::uint32_t limit) override {
    return guarded([&] {
      std::vector<AccountId> accounts;
      Cursor row = to_delete_.query(by, limit);
      while (row.next()) accounts.push_back(row.id<AccountId>(0));
      return accounts;
    });
  }

  std::vector<std::string> check(const std::function<bool()>& go_on) override {
    return guarded([&] {
      std::vector<std::string> problems = sqlite::check(database_, go_on);
      for (const std::filesystem::path& year : years_.all()) {
        Database database(year, Database::Access::kReadOnly);
        for (const std::string& problem : sqlite::check(database, go_on)) {
          problems.push_back(year.filename().string() + ": " + problem);
        }
      }
      return problems;
    });
  }

 private:
  // Exceptions of SQLite stay in here.
  template <class Work>
  auto guarded(Work&& work) -> decltype(work()) {
    try {
      return work();
    } catch (const sqlite::Error& error) {
      throw Unavailable(sqlite::sentence(error, path_));
    }
  }

  ListedMatch line(const MatchCursor& at, const sqlite::MatchClass& of) {
    ListedMatch line{.at = at,
                     .match = {},
                     .rules_version = of.rules_version,
                     .state = of.state,
                     .result = of.result,
                     .moves = std::nullopt,
                     .rematch_of = std::nullopt};
    {
      Cursor row = line_.query(at.no);
      if (!row.next()) throw sqlite::Error(SQLITE_CORRUPT, "a match of a list is not there");
      line.match.id = row.id<MatchId>(0);
      line.match.game = of.game;
      line.match.started_at = at.started_at;
      if (!row.null(1)) {
        line.match.end = MatchEnd{.outcome = row.bytes(2), .ended_at = row.time(1), .ledger = {}};
        line.moves = row.as<std::uint32_t>(3);
      }
      line.rematch_of = row.maybe_id<MatchId>(4);
    }
    Cursor row = seats_.query(line.match.id);
    while (row.next()) {
      line.match.seats.push_back(
          {.account = row.maybe_id<AccountId>(0), .name = row.bytes(1), .commitment = {}, .x0 = {}});
    }
    return line;
  }

  static PlayerLine player_line(const Cursor& row) {
    return {.id = row.id<AccountId>(0),
            .name = row.bytes(1),
            .name_key = row.bytes(2),
            .created_at = row.time(3),
            .blocked_at = row.maybe_time(4),
            .block_reason = row.bytes(5),
            .deleted_at = row.maybe_time(6)};
  }

  const std::string path_;
  Database database_;
  sqlite::MatchReader reader_;
  sqlite::YearFiles years_;
  sqlite::MatchLists lists_;
  Statement line_;
  Statement seats_;
  Statement running_;
  Statement players_;
  Statement blocked_;
  Statement player_;
  Statement balance_;
  Statement bookings_;
  sqlite::HeroReader heroes_;
  Statement totals_;
  Statement admin_log_;
  Statement expiring_;
  Statement to_delete_;
  Statement to_copy_out_;
};

}  // namespace

std::optional<std::string> copy_sqlite(const std::string& from, const std::string& to) {
  const std::string path = from + "/wyrmhall.db";
  try {
    std::filesystem::create_directories(to);
    Database database(path, Database::Access::kReadOnly);
    back_up_all(database, sqlite::YearFiles(from), to + "/wyrmhall.db", [] { return true; });
  } catch (const sqlite::Error& error) {
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
  } catch (const sqlite::Error& error) {
    return std::unexpected(sqlite::sentence(error, path));
  }
}

}  // namespace wyrmhall::persistence
