// Databases of PostgreSQL to test with, and stores in them.
#pragma once

#include <string>

#include "persistence/postgres/database.h"
#include "persistence/postgres_store.h"
#include "tests/persistence/asker.h"

namespace wyrmhall::persistence::testing {

// A database that goes with its scope, in the PostgreSQL that WYRMHALL_TEST_POSTGRES names (with_postgres.py).
class ScratchDatabase {
 public:
  ScratchDatabase();
  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;
  ~ScratchDatabase();

  // As --store takes it.
  [[nodiscard]] const std::string& place() const { return place_; }

  // Runs statements behind the back of stores. The first column of the first row that the last one gives.
  std::int64_t raw(const std::string& sql);

 private:
  std::string name_;
  std::string place_;
};

// Opens a store in a database, or fails the test. Of two that are opened under one name the later takes over.
Asker open_scratch(const ScratchDatabase& database, const NodeInfo& node);
Asker open_scratch(const ScratchDatabase& database, const std::string& name = "one");

// The sentence with which opening the store fails; empty when it does not.
std::string postgres_refusal(const std::string& place, const NodeInfo& node = {});

}  // namespace wyrmhall::persistence::testing
