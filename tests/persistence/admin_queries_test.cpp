// What administrators read and write of the store.
#include "persistence/admin_queries.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "persistence/sql/admin_query_texts.h"
#include "persistence/sqlite/database.h"
#include "rules/dice/fast_dice.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kAccounts = 6;
constexpr Duration kDay = std::chrono::days(1);
constexpr std::pair kDays = {std::chrono::sys_days(),
                             std::chrono::sys_days(std::chrono::days(100'000))};  // of all matches

std::unique_ptr<AdminQueries> look(const ScratchFolder& folder) {
  auto opened = open_sqlite_admin_queries(folder.path());
  REQUIRE_MESSAGE(opened.has_value(), opened.error());
  return *std::move(opened);
}

// A match as the test knows it.
struct Known {
  MatchRow row;
  MatchState state = MatchState::kRunning;
  std::string result;
  std::uint32_t moves = 0;
};

Known play(Asker& store, std::uint64_t number, rules::FastDice& dice) {
  Known known;
  known.row = match(number, {1 + number % kAccounts, static_cast<std::uint64_t>(dice.roll(kAccounts))});
  known.row.game = dice.roll(2) == 1 ? "duel" : "dance";
  known.row.rules_version = static_cast<std::uint32_t>(dice.roll(2));
  // Several start in the same microsecond.
  known.row.started_at = Timestamp(number / 3 * (kDay / 40));
  REQUIRE(store.ask(CreateMatch{.match = known.row}).kept());
  const auto moves = static_cast<std::uint32_t>(dice.roll(4));
  for (std::uint32_t i = 0; i + 1 < moves; ++i) {
    REQUIRE(store.ask(append(number, i)).kept());
  }
  if (dice.roll(4) == 1) return known;
  AppendMove last = append_last(number, moves - 1, 1 + number % kAccounts);
  last.end->abandoned = dice.roll(3) == 1;
  last.end->result = dice.roll(2) == 1 ? "won" : "none";
  REQUIRE(store.ask(last).kept());
  known.state = last.end->abandoned ? MatchState::kAbandoned : MatchState::kFinished;
  known.result = last.end->result;
  known.moves = moves;
  return known;
}

bool fits(const Known& known, const MatchFilter& filter) {
  const auto plays = [&](const AccountId& player) {
    return std::ranges::any_of(known.row.seats, [&](const SeatRow& seat) { return seat.account == player; });
  };
  return (!filter.game || known.row.game == *filter.game) && (!filter.player || plays(*filter.player)) &&
         (!filter.state || known.state == *filter.state) && (!filter.over || known.state != MatchState::kRunning) &&
         (!filter.result || known.result == *filter.result) &&
         (!filter.rules_version || known.row.rules_version == *filter.rules_version) &&
         (!filter.from || known.row.started_at >= *filter.from) &&
         (!filter.until || known.row.started_at < *filter.until);
}

std::vector<MatchId> pages(AdminQueries& history, const MatchFilter& filter, std::uint32_t limit) {
  std::vector<MatchId> ids;
  std::optional<MatchCursor> after;
  for (;;) {
    const auto lines = history.matches(filter, after, limit);
    for (const ListedMatch& line : lines) ids.push_back(line.match.id);
    if (lines.size() < limit) return ids;
    after = lines.back().at;
  }
}

struct Played {
  ScratchFolder folder;
  std::vector<Known> matches;  // oldest first

  explicit Played(int count) {
    Asker store = open(folder.path());
    for (std::uint64_t i = 1; i <= kAccounts; ++i) store.ask(CreateAccount{.account = account(i)});
    rules::FastDice dice(7);
    for (int i = 1; i <= count; ++i) matches.push_back(play(store, static_cast<std::uint64_t>(i), dice));
  }
};

TEST_CASE("every combination of filters gives the matches that fit, newest first, on pages of any length") {
  Played played(150);
  const auto history = look(played.folder);
  for (unsigned bits = 0; bits < 256; ++bits) {
    MatchFilter filter;
    if ((bits & 1U) != 0) filter.game = "duel";
    if ((bits & 2U) != 0) filter.player = account_id(3);
    if ((bits & 4U) != 0) filter.state = bits % 3 == 0 ? MatchState::kRunning : MatchState::kFinished;
    if ((bits & 8U) != 0) filter.result = "won";
    if ((bits & 16U) != 0) filter.rules_version = 2;
    if ((bits & 32U) != 0) filter.from = Timestamp(kDay / 4);
    if ((bits & 64U) != 0) filter.until = Timestamp(kDay);
    filter.over = (bits & 128U) != 0;
    std::vector<MatchId> expected;
    for (const Known& known : played.matches) {
      if (fits(known, filter)) expected.insert(expected.begin(), known.row.id);
    }
    CAPTURE(bits);
    CHECK(pages(*history, filter, 7) == expected);
    CHECK(pages(*history, filter, 500) == expected);
    CHECK(history->count(filter, 500) == expected.size());
    CHECK(history->count(filter, 5) == std::min<std::size_t>(expected.size(), 5));
  }
}

TEST_CASE("a line and the totals say of a match what is known of it") {
  Played played(60);
  const auto history = look(played.folder);
  std::int64_t matches = 0;
  std::int64_t moves = 0;
  for (const DayTotal& total : history->totals(kDays.first, kDays.second)) {
    matches += total.matches;
    moves += total.moves;
    CHECK(total.matches == std::ranges::count_if(played.matches, [&](const Known& known) {
            return std::chrono::floor<std::chrono::days>(known.row.started_at) == total.day &&
                   known.row.game == total.game && known.state == total.state;
          }));
  }
  CHECK(matches == 60);
  std::int64_t expected_moves = 0;
  std::size_t running = 0;
  for (const Known& known : played.matches) {
    const auto line = history->match(known.row.id);
    REQUIRE(line);
    CHECK(line->state == known.state);
    CHECK(line->result == known.result);
    CHECK(line->rules_version == known.row.rules_version);
    CHECK(line->match.seats.size() == known.row.seats.size());
    CHECK(line->moves.value_or(0) == known.moves);
    expected_moves += known.moves;
    const auto stored = history->finished(known.row.id);
    CHECK(stored.has_value() == (known.state != MatchState::kRunning));
    if (stored) CHECK(stored->moves.size() == known.moves);
    running += known.state == MatchState::kRunning ? 1 : 0;
  }
  CHECK(moves == expected_moves);
  CHECK(history->running().size() == running);
  CHECK_FALSE(history->match(match_id(999)));
}

TEST_CASE("a match that the dice decided before anybody could is over from the start") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  for (std::uint64_t i = 1; i <= 2; ++i) store.ask(CreateAccount{.account = account(i)});
  CreateMatch decided{.match = match(1, {1, 2}), .end = append_last(1, 0, 1).end};
  decided.end->result = "won";
  CHECK(store.ask(decided).kept());
  CHECK(store.ask(decided).kept());
  const auto history = look(folder);
  CHECK(history->running().empty());
  REQUIRE(history->match(match_id(1)));
  CHECK(history->match(match_id(1))->state == MatchState::kFinished);
  CHECK(history->match(match_id(1))->result == "won");
  CHECK(history->match(match_id(1))->moves == 0);
  const auto mine = pages(*history, {.player = account_id(2), .state = MatchState::kFinished}, 5);
  CHECK(mine == std::vector<MatchId>{match_id(1)});
  const auto totals = history->totals(kDays.first, kDays.second);
  REQUIRE(totals.size() == 1);
  CHECK(totals[0].state == MatchState::kFinished);
  CHECK(totals[0].matches == 1);
  CHECK(totals[0].moves == 0);
}

TEST_CASE("bookings and heroes of a player are read by pages of any length, and go on where one was that is gone") {
  const ScratchFolder folder;
  {
    Asker store = open(folder.path());
    for (const std::uint64_t number : {1, 2}) store.ask(CreateAccount{.account = account(number)});
    for (std::uint64_t number = 1; number <= 9; ++number) {
      store.ask(CreateMatch{.match = match(number, {1, 2})});
      store.ask(append_last(number, 0, 1 + number % 2));
    }
    for (std::uint64_t number = 1; number <= 7; ++number) store.ask(KeepHero{hero(number, 1)});
  }
  const auto history = look(folder);
  const auto all = history->bookings(account_id(1), {}, 100);
  CHECK(all.size() == 8);  // two of each match that it won
  CHECK(history->heroes(account_id(1), {}, 100).size() == 7);
  for (const std::uint32_t limit : {1U, 3U, 8U}) {
    std::vector<std::pair<std::string, MatchId>> paged;
    for (BookingPlace at;;) {
      const auto some = history->bookings(account_id(1), at, limit);
      for (const Booking& one : some) paged.emplace_back(one.what, one.match);
      if (some.size() < limit) break;
      at = {.what = some.back().what, .match_no = some.back().match_no};
    }
    REQUIRE(paged.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(paged[i] == std::pair(all[i].what, all[i].match));
  }
  const auto first = history->heroes(account_id(1), {}, 3);
  REQUIRE(first.size() == 3);
  raw(folder, "DELETE FROM heroes WHERE name = '" + first.back().hero.name + "'");
  const auto rest = history->heroes(account_id(1), first.back().at, 10);
  REQUIRE(rest.size() == 4);
  CHECK(rest[0].hero.id == hero_id(4));
}

TEST_CASE("an account is blocked, let in again, and erased while its matches stay") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  for (std::uint64_t i = 1; i <= 3; ++i) store.ask(CreateAccount{.account = account(i)});
  store.ask(CreateMatch{.match = match(1, {1, 2})});
  store.ask(CreateMatch{.match = match(2, {1, 2})});
  CHECK(store.ask(append_last(2, 0, 1)).kept());
  CHECK(store.ask(BlockAccount{.account = account_id(9), .at = moment(5), .reason = "x"}).verdict ==
        Verdict::kConflict);
  CHECK(store.ask(BlockAccount{.account = account_id(1), .at = moment(5), .reason = "insults"}).verdict ==
        Verdict::kKept);
  CHECK(store.ask(FindAccount{.token_hash = account(1).token_hash}).value.account->blocked_at == moment(5));
  const auto history = look(folder);
  CHECK(history->player(account_id(1))->block_reason == "insults");
  CHECK(history->players("", "", true, 10).size() == 1);
  CHECK(store.ask(BlockAccount{.account = account_id(1), .at = std::nullopt, .reason = {}}).kept());
  CHECK_FALSE(store.ask(FindAccount{.token_hash = account(1).token_hash}).value.account->blocked_at);

  const EraseAccount erase{.account = account_id(1), .name = "gone", .name_key = "gone:1", .at = moment(7)};
  CHECK(store.ask(erase).kept());
  CHECK(store.ask(erase).kept());
  CHECK_FALSE(store.ask(FindAccount{.token_hash = account(1).token_hash}).value.account);
  CHECK(history->player(account_id(1))->deleted_at == moment(7));
  CHECK(history->match(match_id(1))->match.seats.at(0).name == "gone");
  CHECK(history->match(match_id(1))->match.seats.at(1).name == match(1, {1, 2}).seats.at(1).name);
  CHECK(history->check([] { return true; }).empty());
  // What it won stays booked, under the name that took the place of its own.
  CHECK(history->balance(account_id(1)) ==
        std::vector<std::pair<std::string, std::int64_t>>{{"nuggets", 5}, {"won", 1}});
  CHECK(store.ask(ReadLedger{.account = account_id(1), .what = "nuggets", .before = std::nullopt}).value.tally == 5);
  CHECK(store.ask(ListTallies{.what = "nuggets", .after = std::nullopt}).value.tallies.at(0).name == "gone");
  // The name is free again.
  Account again = account(4);
  again.name = account(1).name;
  again.name_key = account(1).name_key;
  CHECK(store.ask(CreateAccount{.account = again}).kept());
}

TEST_CASE("the log of changes is read newest first, by pages") {
  const ScratchFolder folder;
  Asker store = open(folder.path());
  for (int i = 1; i <= 5; ++i) {
    store.ask(WriteAdminLog{.entry = AdminLogEntry{.at = moment(i),
                                                   .operation = "op",
                                                   .target = "t",
                                                   .address = "a",
                                                   .detail = "{}",
                                                   .who = "w",
                                                   .outcome = "done"}});
  }
  const auto history = look(folder);
  const auto first = history->admin_log(std::nullopt, 3);
  REQUIRE(first.size() == 3);
  CHECK(first.front().entry.at == moment(5));
  const auto rest = history->admin_log(first.back().no, 3);
  REQUIRE(rest.size() == 2);
  CHECK(rest.back().entry.at == moment(1));
}

TEST_CASE(
    "a backup holds what was kept when it began, leaves nothing behind when it is given up, and takes no file's "
    "place") {
  Played played(20);
  const auto history = look(played.folder);
  const ScratchFolder elsewhere;
  CHECK(history->back_up(elsewhere.database(), [] { return true; }) > 0);
  CHECK(raw(elsewhere, "SELECT count(*) FROM matches") == 20);
  CHECK_THROWS_AS(history->back_up(elsewhere.database(), [] { return true; }), Unavailable);
  CHECK_FALSE(std::filesystem::exists(elsewhere.database() + ".part"));
  Asker restored = open(elsewhere.path());
  CHECK(restored.ask(LoadMatch{.match = match_id(1)}).value);
}

TEST_CASE("a database from before administration is brought over whole") {
  Played played(40);
  std::vector<MatchId> newest_first;
  for (const Known& known : played.matches) newest_first.insert(newest_first.begin(), known.row.id);
  go_back(played.folder, 2);
  Asker store = open(played.folder.path());
  const auto history = look(played.folder);
  CHECK(pages(*history, {}, 9) == newest_first);
  const auto mine = pages(*history, {.player = account_id(2)}, 9);
  CHECK(mine.size() == static_cast<std::size_t>(std::ranges::count_if(
                           played.matches, [](const Known& known) { return fits(known, {.player = account_id(2)}); })));
  std::int64_t matches = 0;
  for (const DayTotal& total : history->totals(kDays.first, kDays.second)) matches += total.matches;
  CHECK(matches == 40);
  // And matches go on from there.
  const auto running = std::ranges::find(played.matches, MatchState::kRunning, &Known::state);
  REQUIRE(running != played.matches.end());
  CHECK(history->match(running->row.id)->state == MatchState::kRunning);
}

TEST_CASE("accounts that may expire are listed by their age, and none of those that play") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  for (std::uint64_t number = 1; number <= 6; ++number) {
    REQUIRE(asker.ask(CreateAccount{account(number)}).kept());
  }
  REQUIRE(asker.ask(CreateMatch{match(20, {2, 0})}).kept());
  REQUIRE(asker.ask(BlockAccount{.account = account_id(3), .at = moment(7), .reason = "r"}).kept());
  const Timestamp later = account(6).created_at + std::chrono::microseconds(1);
  REQUIRE(asker.ask(TouchToken{.hash = account(4).token_hash, .client = "c", .at = later}).kept());
  auto history = open_sqlite_admin_queries(folder.path());
  REQUIRE(history);
  CHECK((*history)->expiring(later, AccountId{}, 10) == std::vector{account_id(1), account_id(5), account_id(6)});
  CHECK((*history)->expiring(later, AccountId{}, 2) == std::vector{account_id(1), account_id(5)});
  CHECK((*history)->expiring(later, account_id(5), 2) == std::vector{account_id(6)});
  CHECK((*history)->expiring(account(5).created_at, AccountId{}, 10) == std::vector{account_id(1)});
  CHECK((*history)->expiring(later + std::chrono::microseconds(1), account_id(1), 1) == std::vector{account_id(4)});
}

TEST_CASE("accounts that are to be deleted are listed when their time has come, the longest overdue first") {
  const ScratchFolder folder;
  Asker asker = open(folder.path());
  for (std::uint64_t number = 1; number <= 4; ++number) {
    REQUIRE(asker.ask(CreateAccount{account(number)}).kept());
    if (number != 2) {
      REQUIRE(
          asker.ask(PlanDeletion{.account = account_id(number), .at = moment(90 - static_cast<int>(number))}).kept());
    }
  }
  auto history = open_sqlite_admin_queries(folder.path());
  REQUIRE(history);
  CHECK((*history)->to_delete(moment(85), 10).empty());
  CHECK((*history)->to_delete(moment(88), 10) == std::vector{account_id(4), account_id(3)});
  CHECK((*history)->to_delete(moment(99), 2) == std::vector{account_id(4), account_id(3)});
  REQUIRE(asker.ask(PlanDeletion{.account = account_id(4), .at = std::nullopt}).kept());
  REQUIRE(asker.ask(EraseAccount{.account = account_id(3), .name = "gone", .name_key = "gone:3"}).kept());
  CHECK((*history)->to_delete(moment(99), 10) == std::vector{account_id(1)});
}

TEST_CASE("what a page needs is found through indexes") {
  const ScratchFolder folder;
  open(folder.path()).close();
  sqlite::Database database(folder.database(), sqlite::Database::Access::kReadOnly);
  for (const char* query : sql::queries::kByIndex) {
    sql::Statement statement(database, std::string("EXPLAIN QUERY PLAN ") + query);
    std::string steps;
    sql::Cursor row = statement.query();
    while (row.next()) steps += row.bytes(3) + "\n";
    CAPTURE(query);
    CAPTURE(steps);
    CHECK(steps.starts_with("SEARCH"));
    CHECK(steps.find("SCAN") == std::string::npos);
    CHECK(steps.find("TEMP B-TREE") == std::string::npos);
  }
  // A page is bounded at both ends by the time, and not only by the class.
  sql::Statement page(database, std::string("EXPLAIN QUERY PLAN ") + sql::queries::kPage);
  sql::Cursor row = page.query();
  REQUIRE(row.next());
  CHECK(row.bytes(3).find("started_at>") != std::string::npos);
  CHECK(row.bytes(3).find("started_at<") != std::string::npos);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
