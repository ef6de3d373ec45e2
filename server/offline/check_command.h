// `wyrmhalld check-data`: checks the books of a database, beside a server that runs or without one.
#pragma once

#include <iosfwd>
#include <string>

namespace wyrmhall::server {

// Says on `out` what was checked, and what is wrong. 0: all is right; 1: something is wrong; 2: it cannot be checked.
int check_data_command(const std::string& folder, std::ostream& out, std::ostream& err);

}  // namespace wyrmhall::server
