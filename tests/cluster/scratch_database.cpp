#include "tests/cluster/scratch_database.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <utility>

namespace wyrmhall::persistence::testing {
namespace {

std::string server() {
  const char* named = std::getenv("WYRMHALL_TEST_POSTGRES");
  REQUIRE_MESSAGE(named != nullptr, "run this by tests/cluster/with_postgres.py");
  return named;
}

std::string fresh_name() {
  static std::atomic<int> made{0};
  return "scratch_" + std::to_string(::getpid()) + "_" + std::to_string(++made);
}

void on_server(const std::string& sql) {
  postgres::Database(server(), postgres::Database::Access::kReadWrite).execute(sql);
}

}  // namespace

ScratchDatabase::ScratchDatabase() : name_(fresh_name()) {
  const std::string place = server();
  on_server("CREATE DATABASE " + name_);
  place_ = place.substr(0, place.rfind('/') + 1) + name_;
}

ScratchDatabase::~ScratchDatabase() {
  try {
    on_server("DROP DATABASE " + name_ + " WITH (FORCE)");
  } catch (const sql::Error&) {
    // It goes with the server.
  }
}

std::int64_t ScratchDatabase::raw(const std::string& sql) {
  postgres::Database database(place_, postgres::Database::Access::kReadWrite);
  const postgres::Result result = database.checked(PQexec(database.handle(), sql.c_str()));
  return PQntuples(result.get()) > 0 ? std::atoll(PQgetvalue(result.get(), 0, 0)) : 0;
}

Asker open_scratch(const ScratchDatabase& database, const std::string& name) {
  return open_scratch(database, NodeInfo{.name = name, .address = {}, .version = {}});
}

Asker open_scratch(const ScratchDatabase& database, const NodeInfo& node) {
  auto answers = std::make_unique<Answers>();
  auto store = open_postgres_store({.place = database.place(), .node = node}, answers->deliver());
  REQUIRE_MESSAGE(store, store.error());
  return {std::move(answers), std::move(*store)};
}

std::string postgres_refusal(const std::string& place, const NodeInfo& node) {
  auto store = open_postgres_store({.place = place, .node = node}, [](const std::vector<Answer>&) {});
  return store ? std::string() : store.error();
}

}  // namespace wyrmhall::persistence::testing
