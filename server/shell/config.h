// How the server is started: options, environment, configuration file.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "server/limits.h"

namespace wyrmhall::server {

struct Config {
  bool check_data = false;                // check the books and end, instead of serving
  std::string data = "data";              // the folder of the database
  std::string listen = "127.0.0.1:7420";  // HOST:PORT; port 0 picks one
  std::string web;                        // the folder of the browser client; empty: none is served
  std::string admin = "127.0.0.1:7421";   // HOST:PORT of the admin listener, which is open only with a token
  std::string admin_token_file;
  std::string store = "sqlite";  // or "memory": nothing is kept
  bool full_sync = true;
  std::string log_format = "text";  // or "json"
  std::string log_level = "info";
  unsigned workers = 0;              // threads that think for bots; 0: as many as there are cores, less one
  std::vector<std::string> origins;  // whose pages may connect beside the server's own
  double commands_per_second = kCommandsPerSecond;
  double command_burst = kCommandBurst;
  int sessions_per_address = kSessionsPerAddress;
  int connections_in_all = kConnectionsInAll;
};

// Reads them. When the program is to end at once (help, version, a mistake), its exit status.
std::expected<Config, int> read_config(int argc, char** argv);

}  // namespace wyrmhall::server
