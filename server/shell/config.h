// How the server is started: options, environment, configuration file.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/core/earning.h"
#include "server/core/limits.h"
#include "server/core/registration.h"
#include "server/shell/access_log.h"
#include "server/shell/keep_times.h"
#include "server/shell/net/callers.h"

namespace CLI {
class App;
}

namespace wyrmhall::server {

struct Config {
  bool check_data = false;                // check the books and end, instead of serving
  bool move_store = false;                // move what is in the folder into PostgreSQL and end
  std::string data = "data";              // the folder of the database
  std::string listen = "127.0.0.1:7420";  // HOST:PORT; port 0 picks one
  std::string web;                        // the folder of the browser client; empty: none is served
  std::string public_url;                 // where people reach it, such as https://example.org; empty: not said
  std::string admin = "127.0.0.1:7421";   // HOST:PORT of the admin listener, which is open only with a token
  std::string admin_token_file;
  std::string admin_tokens_file;  // of named tokens
  std::string store = "sqlite";   // or "memory": in a folder that goes with the process; or PostgreSQL's place
  bool accept_loss = false;       // of PostgreSQL, that it does not wait for its disk
  std::string replica;            // PostgreSQL's, of the store, which administrators read; empty: the store itself
  std::string bus;                // nats://…, by which several servers of one database talk; empty: there is one
  std::string node;               // the name of this server among them
  std::string advertise;          // HOST:PORT where this server can be reached, for those who run it
  KeepTimes keep;
  bool full_sync = true;
  std::string log_format = "text";  // or "json"
  std::string log_level = "info";
  unsigned workers = 0;  // threads that think for bots; 0: as many as there are cores, less one
  NuggetRule nuggets = NuggetRule::kApart;
  std::vector<std::string> origins;              // whose pages may connect beside the server's own
  std::vector<std::string> trusted_proxies;      // networks
  std::string proxy_header = "x-forwarded-for";  // or "forwarded"
  bool proxy_protocol = false;
  Registration registration = Registration::kOpen;
  LogAddresses log_addresses = LogAddresses::kPlain;
  Limits limits;

  [[nodiscard]] bool in_postgres() const { return store != "sqlite" && store != "memory"; }

  std::vector<std::string> arguments;  // what it was read from, but for the program's name
  std::string file;                    // and the configuration file, if there is one
};

// Reads them. When the program is to end at once (help, version, a mistake), its exit status.
std::expected<Config, int> read_config(int argc, char** argv);

// All commands and options, for the manual. What `to` is given lives for its call.
void show_command_line(const std::function<void(const CLI::App&)>& to);

// Reads the configuration file, and what the program was given at its start, once more. On a mistake, a sentence that
// says where it is and what would be right.
std::expected<Config, std::string> read_config_again(const Config& before);

// The options that differ and cannot change while the server runs.
std::vector<std::string> changed_for_a_restart(const Config& before, const Config& after);

// Which proxies are believed about a client's address.
Proxies proxies_of(const Config& config);
// Whether a page of this origin may connect to this host: the host's own, and those that the configuration names.
bool allows_origin(const Config& config, std::string_view origin, std::string_view host);

}  // namespace wyrmhall::server
