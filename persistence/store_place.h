// Where a store is, whichever engine it is on, and how it is opened there.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "persistence/admin_queries.h"
#include "persistence/membership.h"
#include "persistence/store.h"

namespace wyrmhall::persistence {

// Either in a folder, on SQLite; or in a PostgreSQL database, where there is a place of one.
struct StorePlace {
  std::string folder;
  bool full_sync = true;  // as SqliteOptions says
  std::string postgres;   // as PostgresOptions says; empty for SQLite
  bool accept_loss = false;
  NodeInfo node;  // what the run says of itself there
};

// Whether a text says where a PostgreSQL database is: postgresql://USER@HOST:PORT/NAME.
bool is_postgres(std::string_view place);

// As open_sqlite_store() or open_postgres_store() does.
std::expected<std::unique_ptr<Store>, std::string> open_store(const StorePlace& place, Store::Deliver deliver);

// What administrators look at, beside a store that was opened there. On failure, a sentence.
std::expected<std::unique_ptr<AdminQueries>, std::string> open_admin_queries(const StorePlace& place);

}  // namespace wyrmhall::persistence
