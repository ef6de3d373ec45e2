// `wyrmhall admin ...`: the admin interface of a server from a terminal.
#pragma once

#include "clients/cli/exit_code.h"

namespace wyrmhall::cli {

// What comes after `admin` on the command line, with `admin` itself first.
ExitCode run_admin(int argc, const char* const* argv);

}  // namespace wyrmhall::cli
