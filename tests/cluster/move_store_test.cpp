// A store that was moved from SQLite into PostgreSQL is the same store.
#include "persistence/move_store.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "persistence/admin_queries.h"
#include "tests/cluster/scratch_database.h"
#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr std::uint64_t kMatches = 60;  // every third runs
constexpr std::uint32_t kMoves = 9;
constexpr std::uint64_t kInYearFile = 10;  // the first that are over
constexpr Timestamp kEarly = from_unix_micros(1'600'000'000'000'000);
constexpr Timestamp kLate = from_unix_micros(1'700'000'000'000'000);

bool runs(std::uint64_t number) {
  return number % 3 == 0;
}

// A journal that has the latest moves of some running matches, an archive, and the file of a year.
void fill(const std::string& folder) {
  Asker store = open(folder, 4'000);
  make_accounts(store, 4);
  REQUIRE(store.ask(KeepHero{hero(1, 1), 10}).kept());
  REQUIRE(store.ask(SaveTable{{table_id(900), std::string("a\0body", 6)}}).kept());
  REQUIRE(store.ask(RelatePlayers{.account = account_id(1), .other = account_id(2)}).kept());
  std::uint64_t over = 0;
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    REQUIRE(store.ask(CreateMatch{.match = match(number, {1 + number % 4, 0})}).kept());
    for (std::uint32_t index = 0; index + 1 < kMoves; ++index) REQUIRE(store.ask(append(number, index)).kept());
    if (runs(number)) continue;
    AppendMove last = append_last(number, kMoves - 1, 1 + number % 4);
    last.end->ended_at = ++over <= kInYearFile ? kEarly : kLate;
    REQUIRE(store.ask(last).kept());
    REQUIRE(store.ask(KeepEndStatement{.match = match_id(number), .statement = end_statement(number, 1)}).kept());
  }
  const auto history = open_sqlite_admin_queries(folder);
  REQUIRE(history);
  for (MovedOut& year : (*history)->copy_out(kLate, 0, 1000).years) REQUIRE(store.ask(std::move(year)).kept());
  for (std::uint64_t number = 3; number <= kMatches; number += 3) {
    AppendMove timed = append(number, kMoves - 1);
    timed.deadline = moment(5'000'000 + static_cast<std::int64_t>(number));
    if (number % 2 == 0) REQUIRE(store.ask(timed).kept());
  }
}

std::string moved(
    const std::string& folder, const std::string& place,
    const std::function<void(const MoveProgress&)>& told = [](const MoveProgress&) {}) {
  const auto result = move_store(folder, place, told);
  return result ? std::string() : result.error();
}

void check_same(Asker& before, Asker& after) {
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    const Boxed<StoredMatch> was = before.ask(LoadMatch{match_id(number)}).value;
    const Boxed<StoredMatch> is = after.ask(LoadMatch{match_id(number)}).value;
    REQUIRE(was);
    REQUIRE(is);
    CHECK(is->moves == was->moves);
    CHECK(is->row.server_seed == was->row.server_seed);
    CHECK(is->row.receipt == was->row.receipt);
    CHECK(is->end_statement == was->end_statement);
    CHECK(is->end.has_value() == was->end.has_value());
  }
  const auto were = before.ask(LoadDeadlines{}).value;
  const auto are = after.ask(LoadDeadlines{}).value;
  CHECK(are.running == were.running);
  REQUIRE(are.deadlines.size() == were.deadlines.size());
  for (std::size_t i = 0; i < are.deadlines.size(); ++i) {
    CHECK(are.deadlines[i].match == were.deadlines[i].match);
    CHECK(are.deadlines[i].at == were.deadlines[i].at);
  }
  CHECK(after.ask(FindAccount{account(1).token_hash}).value.account->name == account(1).name);
  CHECK(after.ask(LoadTables{}).value.front().body == std::string("a\0body", 6));
  CHECK(after.ask(ListHeroes{.account = account_id(1)}).value.size() == 1);
}

TEST_CASE("a store that was moved has everything, and goes on") {
  const ScratchFolder folder;
  const ScratchDatabase database;
  fill(folder.path());
  CHECK(moved(folder.path(), database.place()).empty());
  Asker before = open(folder.path());
  Asker after = open_scratch(database);
  CHECK(after.store().incarnation() >= before.store().incarnation());
  check_same(before, after);
  CHECK(after.ask(append(3, kMoves - 1)).kept());
  CHECK(after.ask(append_last(3, kMoves, 1)).kept());
  CHECK(after.ask(CreateMatch{.match = match(kMatches + 1, {1, 2})}).kept());
  CHECK(after.ask(append(kMatches + 1, 0)).kept());
}

TEST_CASE("a move that was broken off goes on where it was") {
  const ScratchFolder folder;
  const ScratchDatabase database;
  fill(folder.path());
  for (const char* table : {"accounts", "matches", "moves"}) {
    const auto fails = [table](const MoveProgress& progress) {
      if (progress.table == table) throw std::runtime_error("broken off");
    };
    CHECK(moved(folder.path(), database.place(), fails) == "broken off");
    CHECK(postgres_refusal(database.place()).find("move-store") != std::string::npos);
  }
  // What was there already is not copied again.
  CHECK(moved(folder.path(), database.place()).empty());
  Asker before = open(folder.path());
  Asker after = open_scratch(database);
  check_same(before, after);
}

TEST_CASE("a move is refused where it would mix what does not belong together") {
  const ScratchFolder folder;
  ScratchDatabase database;
  fill(folder.path());
  SUBCASE("a store that is in use") {
    open_scratch(database).close();
    CHECK(moved(folder.path(), database.place()).find("something in the database") != std::string::npos);
  }
  SUBCASE("a folder that a server has open") {
    Asker server = open(folder.path());
    CHECK_FALSE(moved(folder.path(), database.place()).empty());
  }
  SUBCASE("a folder on which a server has run meanwhile") {
    const auto fails = [](const MoveProgress& /*progress*/) { throw std::runtime_error("broken off"); };
    CHECK(moved(folder.path(), database.place(), fails) == "broken off");
    open(folder.path()).close();
    CHECK(moved(folder.path(), database.place()).find("has run on the folder") != std::string::npos);
  }
  SUBCASE("no folder at all") {
    CHECK(moved(folder.path() + "/none", database.place()).find("There is no ") == 0);
  }
}

TEST_CASE("a row that is not as it was is found") {
  const ScratchFolder folder;
  ScratchDatabase database;
  fill(folder.path());
  const char* damage = "";
  SUBCASE("changed") {
    damage = "UPDATE moves SET body = body || '\\x00' WHERE match = 5 AND idx = 2";
  }
  SUBCASE("missing") {
    damage = "DELETE FROM seats WHERE seat = 1 AND match = (SELECT id FROM matches WHERE no = 7)";
  }
  SUBCASE("too many") {
    damage = "INSERT INTO daily (day, class, matches, moves) VALUES (99999, 99, 1, 1)";
  }
  const auto meddle = [&](const MoveProgress& progress) {
    if (progress.table == "moves" && progress.step == MoveProgress::Step::kCopied && progress.done)
      database.raw(damage);
  };
  CHECK(moved(folder.path(), database.place(), meddle).find("is not in PostgreSQL as it is in the folder") !=
        std::string::npos);
  CHECK(postgres_refusal(database.place()).find("move-store") != std::string::npos);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
