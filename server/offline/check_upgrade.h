// `wyrmhalld check-upgrade`: whether a server's running matches go on under this program as they did under another.
#pragma once

namespace wyrmhall::server {

// What comes after the command on the command line, with the command itself first. Exit status: 0 when all running
// matches go on, 1 when some would change or cannot go on (they are listed), 2 for a mistake on the command line.
int check_upgrade(int argc, char** argv);

}  // namespace wyrmhall::server
