#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "persistence/postgres_store.h"
#include "tests/cluster/membership_contract.h"
#include "tests/cluster/scratch_database.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

TEST_CASE("the servers of a store in PostgreSQL keep the contract") {
  const ScratchDatabase database;
  std::vector<Asker> runs;
  check_membership([&](const NodeInfo& node) {
    if (!postgres_refusal(database.place(), node).empty()) return JoinedNode{};
    Asker& run = runs.emplace_back(open_scratch(database, node));
    const Incarnation id = run.store().incarnation();
    auto opened = open_postgres_membership(database.place(), id);
    REQUIRE(opened);
    return JoinedNode{.id = id, .membership = *std::move(opened)};
  });
}

TEST_CASE("who does not know the rules of a match that goes on is refused") {
  const ScratchDatabase database;
  const auto that_knows = [](std::vector<std::uint32_t> versions) {
    return NodeInfo{
        .name = "one", .address = {}, .version = {}, .rules = {{.game = "duel", .versions = std::move(versions)}}};
  };
  {
    Asker newer = open_scratch(database, that_knows({1, 2, 3}));
    for (const std::uint64_t number : {1U, 2U}) REQUIRE(newer.ask(CreateAccount{account(number)}).kept());
    REQUIRE(newer.ask(CreateMatch{match(1, {1, 2})}).kept());  // by version 3
    newer.close();
  }
  CHECK(postgres_refusal(database.place(), that_knows({1, 2})) ==
        "Version 3 of the rules of duel is in use in matches that go on, and this wyrmhalld does not know it: start "
        "one that does.");
  Asker newer = open_scratch(database, that_knows({3}));
  REQUIRE(newer.ask(append_last(1, 0, 1)).kept());
  newer.close();
  CHECK(postgres_refusal(database.place(), that_knows({1, 2})).empty());
}

TEST_CASE("a run that was declared dead by its beat keeps nothing more") {
  const ScratchDatabase database;
  Asker one = open_scratch(database, "one");
  Asker two = open_scratch(database, "two");
  const auto watching = open_postgres_membership(database.place(), two.store().incarnation());
  REQUIRE(watching);
  for (const NodeRow& node : (*watching)->beat(BusState::kConnected).nodes) {
    if (node.id == one.store().incarnation()) (*watching)->declare_dead(node.id, node.beat);
  }
  CHECK(one.ask(SaveTable{{TableId{}, "body"}}).verdict == Verdict::kNotOwner);
  CHECK(two.ask(SaveTable{{TableId{}, "body"}}).kept());
}

TEST_CASE("a look says what time it is by the database's clock") {
  const ScratchDatabase database;
  Asker run = open_scratch(database, "one");
  const auto membership = open_postgres_membership(database.place(), run.store().incarnation());
  REQUIRE(membership);
  // The database is on this machine.
  const auto own = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
  CHECK(std::chrono::abs((*membership)->beat(BusState::kConnected).now - own) < std::chrono::seconds(30));
}

TEST_CASE("a connection that is lost costs one look") {
  ScratchDatabase database;
  Asker run = open_scratch(database, "one");
  const auto membership = open_postgres_membership(database.place(), run.store().incarnation());
  REQUIRE(membership);
  CHECK((*membership)->beat(BusState::kConnected).alive);
  database.raw(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
      "pg_backend_pid()");
  CHECK_THROWS_AS((*membership)->beat(BusState::kConnected), NoAnswer);
  CHECK((*membership)->beat(BusState::kConnected).alive);
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
