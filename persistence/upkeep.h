// A copy of a store's database, to be tried out on.
#pragma once

#include <optional>
#include <string>

namespace wyrmhall::persistence {

// Copies the database in the folder `from`, which a server of any version may be using, into the folder `to`, which is
// made. On failure, a sentence.
std::optional<std::string> copy_sqlite(const std::string& from, const std::string& to);

}  // namespace wyrmhall::persistence
