// `wyrmhalld move-store`: moves a store from its folder into PostgreSQL, while no server runs on either.
#pragma once

#include <iosfwd>
#include <string>

namespace wyrmhall::server {

// Says on `out` what has been copied and compared. 0: all of it; 1: not all, and why is said on `err`.
int move_store_command(const std::string& folder, const std::string& postgres, std::ostream& out, std::ostream& err);

}  // namespace wyrmhall::server
