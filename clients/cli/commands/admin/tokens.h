// Makes a token of administration: `wyrmhall admin tokens new`.
#pragma once

#include <ostream>
#include <string>

#include "clients/cli/exit_code.h"

namespace wyrmhall::cli {

// Writes the token, and the line that the server's --admin-tokens-file needs for it, which holds only its hash.
ExitCode make_admin_token(const std::string& name, const std::string& role, const std::string& until, std::ostream& out,
                          std::ostream& log);

}  // namespace wyrmhall::cli
