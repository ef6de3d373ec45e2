// The database's tables, as numbered migrations.
#pragma once

#include <optional>
#include <string>

#include "persistence/postgres/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::postgres {

// The version that this program's migrations lead to. The table `store` holds the database's.
extern const std::int64_t kSchemaVersion;

// Why the database is not to be used, as a sentence: it is another program's, of a later version, does not store text
// as UTF-8, or was told not to wait for its disk or its standby. Nothing when it is empty or ours.
std::optional<std::string> unfit(Database& database, bool accept_loss);

// Brings a database that is empty or ours to this program's version, in one transaction. Servers that start at once
// wait for each other.
void migrate(Database& database);

// Has `due` for what was written without it.
extern const char* const kFindDue;

bool is_there(Database& database, const std::string& table);

}  // namespace wyrmhall::persistence::postgres
