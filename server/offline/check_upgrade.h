// `wyrmhalld check-upgrade`: whether a server's running matches go on under this program as they did under another.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace wyrmhall::server {

// `argv` is what follows the command on the command line, with the command itself first. Exit status: 0 when all
// running matches go on, 1 when some would change or cannot go on (they are listed), 2 for a mistake on the command
// line.
int check_upgrade(int argc, char** argv);

// Its options, for the manual. What `to` is given lives as long as the call.
void show_check_upgrade_command_line(const std::function<void(const CLI::App&)>& to);

}  // namespace wyrmhall::server
