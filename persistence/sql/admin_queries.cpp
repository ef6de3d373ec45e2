#include "persistence/sql/admin_queries.h"

#include <limits>
#include <string_view>

#include "persistence/sql/admin_query_texts.h"

namespace wyrmhall::persistence::sql {
namespace {

// U+10FFFF, the last character there is, and in no name: so this comes after all that begin with the same prefix.
constexpr const char* kAfterAll = "\xf4\x8f\xbf\xbf";

PlayerLine player_line(const Cursor& row) {
  return {.id = row.id<AccountId>(0),
          .name = row.bytes(1),
          .name_key = row.bytes(2),
          .created_at = row.time(3),
          .blocked_at = row.maybe_time(4),
          .block_reason = row.bytes(5),
          .deleted_at = row.maybe_time(6)};
}

}  // namespace

SqlAdminQueries::SqlAdminQueries(Database& database, MoveSource& source, const char* finished)
    : database_(database),
      reader_(database, source, finished),
      lists_(database),
      line_(database, queries::kLine),
      seats_(database, queries::kSeats),
      running_(database, queries::kRunning),
      players_(database, queries::kPlayers),
      blocked_(database, queries::kBlockedPlayers),
      player_(database, queries::kPlayer),
      balance_(database, queries::kBalance),
      bookings_(database, queries::kBookings),
      heroes_(database),
      totals_(database, queries::kTotals),
      admin_log_(database, queries::kAdminLog),
      expiring_(database, queries::kExpiring),
      to_delete_(database, queries::kToDelete) {}

std::vector<ListedMatch> SqlAdminQueries::matches(const MatchFilter& filter, const std::optional<MatchCursor>& after,
                                                  std::uint32_t limit) {
  return guarded([&] {
    const ReadTransaction together(database_);
    std::vector<ListedMatch> lines;
    for (const auto& [at, of] : lists_.newest(filter, after, limit)) lines.push_back(line(at, of));
    return lines;
  });
}

std::uint32_t SqlAdminQueries::count(const MatchFilter& filter, std::uint32_t most) {
  return guarded([&] {
    const ReadTransaction together(database_);
    return lists_.count(filter, most);
  });
}

std::optional<ListedMatch> SqlAdminQueries::match(const MatchId& id) {
  return guarded([&]() -> std::optional<ListedMatch> {
    const ReadTransaction together(database_);
    const auto found = lists_.find(id);
    if (!found) return std::nullopt;
    return line(found->at, found->of);
  });
}

std::optional<StoredMatch> SqlAdminQueries::finished(const MatchId& id) {
  return guarded([&] {
    std::optional<StoredMatch> stored = reader_.load(id, {});
    if (stored && !stored->end) stored.reset();
    return stored;
  });
}

std::vector<MatchId> SqlAdminQueries::running() {
  return guarded([&] {
    std::vector<MatchId> ids;
    Cursor row = running_.query();
    while (row.next()) ids.push_back(row.id<MatchId>(0));
    return ids;
  });
}

std::vector<PlayerLine> SqlAdminQueries::players(const std::string& prefix, const std::string& after, bool only_blocked,
                                                 std::uint32_t limit) {
  return guarded([&] {
    const std::string end = prefix + kAfterAll;
    std::vector<PlayerLine> found;
    Cursor row = (only_blocked ? blocked_ : players_)
                     .query(std::string_view(prefix), std::string_view(end), std::string_view(after), limit);
    while (row.next()) found.push_back(player_line(row));
    return found;
  });
}

std::optional<PlayerLine> SqlAdminQueries::player(const AccountId& id) {
  return guarded([&]() -> std::optional<PlayerLine> {
    Cursor row = player_.query(id);
    if (!row.next()) return std::nullopt;
    return player_line(row);
  });
}

std::vector<std::pair<std::string, std::int64_t>> SqlAdminQueries::balance(const AccountId& player) {
  return guarded([&] {
    std::vector<std::pair<std::string, std::int64_t>> sums;
    Cursor row = balance_.query(player);
    while (row.next()) sums.emplace_back(row.bytes(0), row.integer(1));
    return sums;
  });
}

std::uint64_t SqlAdminQueries::accounts() {
  return guarded([&] { return static_cast<std::uint64_t>(database_.number("SELECT count(*) FROM accounts")); });
}

std::vector<Booking> SqlAdminQueries::bookings(const AccountId& player, const BookingPlace& after,
                                               std::uint32_t limit) {
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

std::vector<ListedHero> SqlAdminQueries::heroes(const AccountId& player, const StablePlace& after,
                                                std::uint32_t limit) {
  return guarded([&] { return heroes_.placed(player, after, limit); });
}

std::vector<StoryLine> SqlAdminQueries::story(const ListStory& request) {
  return guarded([&] { return heroes_.story(request); });
}

std::vector<DayTotal> SqlAdminQueries::totals(std::chrono::sys_days from, std::chrono::sys_days until) {
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

std::vector<AdminLogLine> SqlAdminQueries::admin_log(std::optional<std::int64_t> before, std::uint32_t limit) {
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

std::vector<AccountId> SqlAdminQueries::expiring(Timestamp before, const AccountId& after, std::uint32_t limit) {
  return guarded([&] {
    std::vector<AccountId> accounts;
    Cursor row = expiring_.query(after, before, limit);
    while (row.next()) accounts.push_back(row.id<AccountId>(0));
    return accounts;
  });
}

std::vector<AccountId> SqlAdminQueries::to_delete(Timestamp by, std::uint32_t limit) {
  return guarded([&] {
    std::vector<AccountId> accounts;
    Cursor row = to_delete_.query(by, limit);
    while (row.next()) accounts.push_back(row.id<AccountId>(0));
    return accounts;
  });
}

ListedMatch SqlAdminQueries::line(const MatchCursor& at, const MatchClass& of) {
  ListedMatch line{.at = at,
                   .match = {},
                   .rules_version = of.rules_version,
                   .state = of.state,
                   .result = of.result,
                   .moves = std::nullopt,
                   .rematch_of = std::nullopt};
  {
    Cursor row = line_.query(at.no);
    if (!row.next()) damaged("a match of a list is not there");
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

}  // namespace wyrmhall::persistence::sql
