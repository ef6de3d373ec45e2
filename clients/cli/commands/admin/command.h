// `wyrmhall admin ...`: the admin interface of a server from a terminal.
#pragma once

#include <functional>

#include "clients/cli/exit_code.h"

namespace CLI {
class App;
}

namespace wyrmhall::cli {

// What comes after `admin` on the command line, with `admin` itself first.
ExitCode run_admin(int argc, const char* const* argv);

// All commands and options, for the manual. What `to` is given lives for its call.
void show_admin_command_line(const std::function<void(const CLI::App&)>& to);

}  // namespace wyrmhall::cli
