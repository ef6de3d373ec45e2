#include "persistence/postgres_store.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/cluster/scratch_database.h"
#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

std::int64_t kill_connections(ScratchDatabase& database) {
  return database.raw(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
      "pg_backend_pid()");
}

void create_matches(Asker& asker, std::uint64_t count) {
  make_accounts(asker, 2);
  for (std::uint64_t number = 1; number <= count; ++number) {
    REQUIRE(asker.ask(CreateMatch{.match = match(number, {1, 2})}).kept());
  }
}

std::vector<Move> moves_of(Asker& asker, std::uint64_t number) {
  const Boxed<StoredMatch> stored = asker.ask(LoadMatch{match_id(number)}).value;
  REQUIRE(stored);
  return stored->moves;
}

TEST_CASE("the store in PostgreSQL keeps the contract") {
  const ScratchDatabase database;
  check_contract([&database] { return open_scratch(database); });
}

TEST_CASE("what was kept is there after the store was opened again, with its deadlines") {
  const ScratchDatabase database;
  constexpr std::uint32_t kMoves = 12;
  Incarnation last = 0;
  for (std::uint32_t first = 0; first < kMoves; first += 3) {
    Asker asker = open_scratch(database);
    CHECK(asker.store().incarnation() > last);
    last = asker.store().incarnation();
    if (first == 0) create_matches(asker, 2);
    for (std::uint32_t index = first; index < first + 3; ++index) {
      AppendMove timed = append(1, index);
      timed.deadline = moment(1'000'000 + index);
      REQUIRE(asker.ask(timed).kept());
      AppendMove untimed = append(2, index);
      untimed.deadline.reset();
      REQUIRE(asker.ask(untimed).kept());
    }
  }
  Asker asker = open_scratch(database);
  CHECK(moves_of(asker, 1) == moves(1, kMoves));
  CHECK(moves_of(asker, 2) == moves(2, kMoves));
  const auto deadlines = asker.ask(LoadDeadlines{}).value;
  CHECK(deadlines.running == 2);
  REQUIRE(deadlines.deadlines.size() == 1);
  CHECK(deadlines.deadlines.front().match == match_id(1));
  CHECK(deadlines.deadlines.front().at == moment(1'000'000 + kMoves - 1));
}

TEST_CASE("a run that was declared dead keeps nothing more") {
  const ScratchDatabase database;
  Asker before = open_scratch(database);
  create_matches(before, 1);
  REQUIRE(before.ask(append(1, 0)).kept());
  Asker after = open_scratch(database);
  CHECK(before.ask(append(1, 1)).verdict == Verdict::kNotOwner);
  CHECK(before.ask(CreateAccount{account(3)}).verdict == Verdict::kNotOwner);
  CHECK(before.ask(SaveTable{{table_id(1), "body"}}).verdict == Verdict::kNotOwner);
  CHECK(after.ask(LoadTables{}).value.empty());
  CHECK(moves_of(after, 1) == moves(1, 1));
  CHECK(after.ask(append(1, 1)).kept());
  // It may still look.
  CHECK(moves_of(before, 1) == moves(1, 2));
}

TEST_CASE("of what is read together, what fails takes nothing else with it") {
  ScratchDatabase database;
  Asker asker = open_scratch(database);
  create_matches(asker, 1);
  REQUIRE(asker.ask(append(1, 0)).kept());
  database.raw("ALTER TABLE relations RENAME TO elsewhere; SELECT 1");
  constexpr std::size_t kTimes = 30;
  std::vector<std::uint64_t> fail;
  std::vector<std::uint64_t> succeed;
  for (std::size_t i = 0; i < kTimes; ++i) {
    succeed.push_back(asker.submit(LoadMatch{match_id(1)}));
    fail.push_back(asker.submit(ListMatches{.account = account_id(1), .with_blocked = true, .before = {}}));
    succeed.push_back(asker.submit(ListMatches{.account = account_id(1), .before = {}}));
  }
  for (const std::uint64_t ticket : succeed) CHECK(asker.take(ticket).kept());
  for (const std::uint64_t ticket : fail) CHECK(asker.take(ticket).verdict == Verdict::kUnknown);
  database.raw("ALTER TABLE elsewhere RENAME TO relations; SELECT 1");
  CHECK(asker.ask(ListMatches{.account = account_id(1), .with_blocked = true, .before = {}}).kept());
  CHECK(moves_of(asker, 1) == moves(1, 1));
}

TEST_CASE("of two servers that take a match for theirs, one keeps the move of an index") {
  ScratchDatabase database;
  Asker one = open_scratch(database);
  create_matches(one, 1);
  REQUIRE(one.ask(append(1, 0)).kept());
  Asker two = open_scratch(database, "two");
  REQUIRE(two.ask(append(1, 1)).kept());

  AppendMove other = append(1, 1);
  other.move.action = "another decision";
  CHECK(one.ask(other).verdict == Verdict::kConflict);
  // The same move is the same move, whoever asks.
  CHECK(one.ask(append(1, 1)).kept());
  CHECK(one.ask(append(1, 2)).kept());
  CHECK(two.ask(append(1, 2)).kept());
  other.index = 2;
  CHECK(two.ask(other).verdict == Verdict::kConflict);

  // Beside a move that is refused others are kept, in the group and after it.
  const std::uint64_t refused = two.submit(other);
  const std::uint64_t kept = two.submit(SaveTable{{table_id(1), "body"}});
  CHECK(two.take(refused).verdict == Verdict::kConflict);
  CHECK(two.take(kept).kept());

  REQUIRE(one.ask(append_last(1, 3, 1)).kept());
  CHECK(two.ask(append(1, 3)).verdict == Verdict::kConflict);
  CHECK(two.ask(append(1, 4)).verdict == Verdict::kConflict);
  CHECK(two.ask(append_last(1, 3, 1)).kept());
  CHECK(two.ask(append_last(1, 3, 2)).verdict == Verdict::kConflict);
  CHECK(moves_of(two, 1) == moves(1, 4));
  const auto won =
      two.ask(ReadLedger{.account = account_id(1), .what = "nuggets", .before = std::nullopt, .limit = 10}).value;
  CHECK(won.history.size() == 1);
}

TEST_CASE("a match comes back to a server that has run it before, after others have played on") {
  ScratchDatabase database;
  Asker one = open_scratch(database);
  create_matches(one, 2);
  for (const std::uint64_t number : {1U, 2U}) REQUIRE(one.ask(append(number, 0)).kept());
  Asker two = open_scratch(database, "two");
  for (const std::uint32_t index : {1U, 2U}) REQUIRE(two.ask(append(1, index)).kept());
  // In one group with a move of another match.
  const std::uint64_t other = one.submit(append(2, 1));
  const std::uint64_t back = one.submit(append(1, 3));
  CHECK(one.take(other).kept());
  CHECK(one.take(back).kept());
  CHECK(one.ask(append(1, 5)).verdict == Verdict::kConflict);
  CHECK(two.ask(append(1, 4)).kept());
  CHECK(one.ask(append_last(1, 5, 1)).kept());
  CHECK(moves_of(one, 1) == moves(1, 6));
  CHECK(moves_of(one, 2) == moves(2, 2));
}

TEST_CASE("whatever two owners keep at once, the log has what was answered and nothing twice") {
  ScratchDatabase database;
  constexpr std::uint64_t kMatches = 5;
  constexpr int kRounds = 300;
  Asker first = open_scratch(database);
  create_matches(first, kMatches);
  Asker second = open_scratch(database, "two");
  struct Owner {
    Asker* asker;
    std::map<std::uint64_t, std::uint32_t> next;  // of a match, as this one knows it
  };
  std::array<Owner, 2> owners = {Owner{&first, {}}, Owner{&second, {}}};
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::string> kept;
  int refused = 0;
  std::mt19937 random(20261128);  // NOLINT(cert-msc51-cpp): the same each time
  for (int round = 0; round < kRounds; ++round) {
    // Each asks for some at once, so that their groups meet.
    struct Asked {
      Owner* owner;
      std::uint64_t ticket;
      std::uint64_t match;
      std::uint32_t index;
      std::string action;
    };
    std::vector<Asked> asked;
    for (Owner& owner : owners) {
      for (int i = 0; i < 3; ++i) {
        const std::uint64_t number = 1 + random() % kMatches;
        AppendMove request = append(number, owner.next[number]);
        request.move.action =
            "round " + std::to_string(round) + (&owner == owners.data() ? " first " : " second ") + std::to_string(i);
        const std::string action = request.move.action;
        asked.push_back({&owner, owner.asker->submit(request), number, owner.next[number]++, action});
      }
    }
    for (const Asked& one : asked) {
      const Answer answer = one.owner->asker->take(one.ticket);
      if (answer.kept()) {
        CHECK(kept.emplace(std::pair(one.match, one.index), one.action).second);
      } else {
        REQUIRE(answer.verdict == Verdict::kConflict);
        ++refused;
        one.owner->next[one.match] = static_cast<std::uint32_t>(moves_of(*one.owner->asker, one.match).size());
      }
    }
  }
  CHECK(refused > 0);
  std::size_t found = 0;
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    std::uint32_t index = 0;
    for (const Move& move : moves_of(second, number)) {
      CHECK(kept.at({number, index++}) == move.action);
      ++found;
    }
  }
  CHECK(found == kept.size());
}

TEST_CASE("a connection that is lost costs what was on its way, and nothing else") {
  ScratchDatabase database;
  Asker asker = open_scratch(database);
  create_matches(asker, 1);
  std::uint32_t next = 0;
  for (int round = 0; round < 5; ++round) {
    REQUIRE(asker.ask(append(1, next++)).kept());
    CHECK(kill_connections(database) >= 2);  // the writer's and a reader's
    const auto lost = asker.ask(append(1, next));
    CHECK(lost.verdict == Verdict::kUnknown);
    CHECK(!lost.error.empty());
    next = static_cast<std::uint32_t>(moves_of(asker, 1).size());
  }
  CHECK(moves_of(asker, 1) == moves(1, next));
  CHECK(asker.ask(SaveTable{{table_id(1), "body"}}).kept());
}

TEST_CASE("a server that stands still in a transaction holds up the others for two seconds at most") {
  const ScratchDatabase database;
  Asker asker = open_scratch(database);
  postgres::Database frozen(database.place(), postgres::Database::Access::kReadWrite);
  frozen.execute("BEGIN; SELECT 1 FROM store FOR UPDATE");
  const auto begun = std::chrono::steady_clock::now();
  CHECK(asker.ask(CreateAccount{account(1)}).kept());
  const auto waited = std::chrono::steady_clock::now() - begun;
  CHECK(waited > std::chrono::seconds(1));
  CHECK(waited < std::chrono::seconds(10));
  CHECK_THROWS_AS(frozen.execute("COMMIT"), postgres::Error);
}

TEST_CASE("what is asked while PostgreSQL cannot be reached is answered so") {
  // Nothing listens on this port.
  const std::string words = postgres_refusal("postgresql://127.0.0.1:1/wyrmhall");
  CHECK(words.starts_with("There is no connection to PostgreSQL: "));
  CHECK(postgres_refusal("postgresql://127.0.0.1:99999999/x").starts_with("There is no connection to PostgreSQL: "));
}

TEST_CASE("databases that are not for this server are refused in words") {
  ScratchDatabase database;
  SUBCASE("another program's") {
    database.raw("CREATE TABLE bakery (cake text)");
    CHECK(postgres_refusal(database.place()).find("another program's tables") != std::string::npos);
  }
  SUBCASE("a newer version's") {
    open_scratch(database).close();
    // As long as that only adds to the tables, it is for this one as well.
    database.raw("UPDATE store SET version = version + 1");
    open_scratch(database).close();
    database.raw("UPDATE cluster SET oldest_schema = (SELECT version FROM store)");
    CHECK(postgres_refusal(database.place()).find("newer version of Wyrmhall") != std::string::npos);
  }
  SUBCASE("one that does not wait for its disk") {
    const std::string name = database.place().substr(database.place().rfind('/') + 1);
    database.raw("ALTER DATABASE " + name + " SET synchronous_commit = off");
    CHECK(postgres_refusal(database.place()).find("synchronous_commit = off") != std::string::npos);
    CHECK(open_postgres_store({.place = database.place(), .accept_loss = true}, [](const std::vector<Answer>&) {}));
  }
  SUBCASE("one that does not exist") {
    CHECK(postgres_refusal(database.place() + "_not").find("does not exist") != std::string::npos);
  }
  SUBCASE("one that may only be read") {
    const std::string name = database.place().substr(database.place().rfind('/') + 1);
    database.raw("ALTER DATABASE " + name + " SET default_transaction_read_only = on");
    CHECK(postgres_refusal(database.place()).starts_with("PostgreSQL may only be read"));
  }
}

TEST_CASE("servers that start at once on an empty database wait for each other") {
  const ScratchDatabase database;
  constexpr std::size_t kServers = 4;
  std::array<std::string, kServers> refusals;
  {
    std::vector<std::jthread> starting;
    for (std::string& said : refusals) starting.emplace_back([&] { said = postgres_refusal(database.place()); });
  }
  for (const std::string& said : refusals) CHECK(said == std::string());
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
