// Says in one sentence what is wrong with a database and what would help.
#pragma once

#include <string>

#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {

// `path` is the database's.
std::string sentence(const sql::Error& error, const std::string& path);

}  // namespace wyrmhall::persistence::sqlite
