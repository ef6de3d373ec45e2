#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "persistence/postgres_store.h"
#include "tests/cluster/membership_contract.h"
#include "tests/cluster/scratch_database.h"

namespace wyrmhall::persistence::testing {
namespace {

TEST_CASE("the servers of a store in PostgreSQL keep the contract") {
  const ScratchDatabase database;
  std::vector<Asker> runs;
  check_membership([&](const std::string& name) {
    Asker& run = runs.emplace_back(open_scratch(database, name));
    const Incarnation id = run.store().incarnation();
    auto opened = open_postgres_membership(database.place(), id);
    REQUIRE(opened);
    return JoinedNode{.id = id, .membership = *std::move(opened)};
  });
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
