// The database's tables, as numbered migrations.
#pragma once

#include <cstdint>

#include "persistence/sqlite/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

// The version that this program's migrations lead to. PRAGMA user_version holds the database's.
extern const std::int64_t kSchemaVersion;

// PRAGMA application_id: tells our databases from other programs' ("Wyrm").
constexpr std::int64_t kApplicationId = 0x5779726d;

enum class Origin : std::uint8_t { kEmpty, kOurs, kNewer, kForeign };

// Whose database it is: kNewer a later version's, kForeign another program's. Looks only.
Origin origin(Database& database);

// Brings a database that is empty or ours to this program's version, each step in a transaction of its own. From then
// on the connection minds foreign keys.
void migrate(Database& database);

// Draws the number of this run, one above all before it. Throws unless the disk has it.
Incarnation draw_incarnation(Database& database);

}  // namespace wyrmhall::persistence::sqlite
