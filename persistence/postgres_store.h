// The store in a PostgreSQL database, version 15 or later.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "persistence/membership.h"
#include "persistence/store.h"

namespace wyrmhall::persistence {

struct PostgresOptions {
  // Where the database is, as libpq takes it: postgresql://USER@HOST:PORT/NAME. What it leaves out comes from the
  // environment (PGPASSFILE and so on).
  std::string place;
  // Whether a PostgreSQL that does not wait for its disk will do.
  bool accept_loss = false;
  // What this run says of itself.
  NodeInfo node = {.name = "wyrmhalld", .address = {}, .version = {}, .receipt_key = {}};
};

// Opens the store: brings the schema to this version's, draws the next incarnation and declares earlier ones of the
// same name dead, so that a server which still runs under it keeps nothing more. Starts one writer thread, which
// commits in groups, and two reader threads, each with a connection of its own. On failure, one sentence that says what
// is wrong and what would help.
//
// A connection that is lost is made again when the next request comes; what was on its way is answered with kUnknown.
// Destroying the store carries out and answers what was submitted, then closes.
std::expected<std::unique_ptr<Store>, std::string> open_postgres_store(const PostgresOptions& options,
                                                                       Store::Deliver deliver);

// The servers of that store, for the run that it was opened by. On failure, a sentence.
std::expected<std::unique_ptr<Membership>, std::string> open_postgres_membership(const std::string& place,
                                                                                 Incarnation self);

}  // namespace wyrmhall::persistence
