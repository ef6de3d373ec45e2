// Says in one sentence what is wrong with a database and what would help.
#pragma once

#include <string>

#include "persistence/postgres/database.h"

namespace wyrmhall::persistence::postgres {

std::string sentence(const sql::Error& error);

// Where a database is, without the password that may stand in it.
std::string without_password(const std::string& place);

}  // namespace wyrmhall::persistence::postgres
