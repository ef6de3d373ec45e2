// Looking after the database while it is in use: copying it, and checking it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "persistence/sqlite/database.h"

namespace wyrmhall::persistence::sqlite {

// Copies the database, as it is now, into a new file that only its owner may read. The copy is on disk, under its name
// and whole, or not there. Throws Error; also when `go_on` says no.
std::uint64_t back_up(Database& database, const std::string& file, const std::function<bool()>& go_on);

// The same for the file of a year: copies it to `to`, in place of what is there. Does nothing where nothing has changed
// since the last copy.
void back_up_year(const std::filesystem::path& from, const std::filesystem::path& to,
                  const std::function<bool()>& go_on);

// What SQLite's own check and the foreign keys say. Throws Error when `go_on` says no.
std::vector<std::string> check(Database& database, const std::function<bool()>& go_on);

}  // namespace wyrmhall::persistence::sqlite
