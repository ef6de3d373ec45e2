#include "server/shell/config.h"

#include <CLI/CLI.hpp>

#include "server/version.h"

namespace wyrmhall::server {

std::expected<Config, int> read_config(int argc, char** argv) {
  Config config;
  CLI::App app("wyrmhalld: the server of Wyrmhall, for dragon dice games with honest dice");
  app.set_version_flag("--version", std::string(kServerName));
  app.set_config("--config", "", "A file with these same options, one «name = value» a line");
  app.add_option("--data", config.data, "Folder of the database; made if it is not there")
      ->envname("WYRMHALL_DATA")
      ->capture_default_str();
  app.add_option("--listen", config.listen, "HOST:PORT for clients; port 0 picks a free one")
      ->envname("WYRMHALL_LISTEN")
      ->capture_default_str();
  app.add_option("--web", config.web, "Folder of the browser client, to be served beside /ws")->envname("WYRMHALL_WEB");
  app.add_option("--admin", config.admin, "HOST:PORT for administration; off unless there is a token")
      ->envname("WYRMHALL_ADMIN")
      ->capture_default_str();
  app.add_option("--admin-token-file", config.admin_token_file,
                 "A file whose first line is the token of administration; or name the token itself in "
                 "WYRMHALL_ADMIN_TOKEN")
      ->envname("WYRMHALL_ADMIN_TOKEN_FILE");
  app.add_option("--store", config.store, "Where matches are kept; «memory» keeps nothing, for tests and measurements")
      ->check(CLI::IsMember({"sqlite", "memory"}))
      ->envname("WYRMHALL_STORE")
      ->capture_default_str();
  app.add_flag("--full-sync,!--no-full-sync", config.full_sync,
               "Wait until the disk has each move; off only for measurements")
      ->envname("WYRMHALL_FULL_SYNC");
  app.add_option("--log-format", config.log_format, "How log lines look, on standard error")
      ->check(CLI::IsMember({"text", "json"}))
      ->envname("WYRMHALL_LOG_FORMAT")
      ->capture_default_str();
  app.add_option("--log-level", config.log_level, "The least that is logged")
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
      ->envname("WYRMHALL_LOG_LEVEL")
      ->capture_default_str();
  app.add_option("--workers", config.workers, "Threads that think for bots; 0: one a core, less one")
      ->check(CLI::Range(0U, 256U))
      ->envname("WYRMHALL_WORKERS")
      ->capture_default_str();
  app.add_option("--allow-origin", config.origins,
                 "A web page's origin that may connect beside the server's own, such as https://example.org")
      ->envname("WYRMHALL_ALLOW_ORIGIN");
  app.add_option("--limit-commands-per-second", config.commands_per_second, "Commands a second of one connection")
      ->check(CLI::Range(1.0, 1e9))
      ->envname("WYRMHALL_LIMIT_COMMANDS_PER_SECOND")
      ->capture_default_str();
  app.add_option("--limit-command-burst", config.command_burst, "Commands at once of one connection")
      ->check(CLI::Range(1.0, 1e9))
      ->envname("WYRMHALL_LIMIT_COMMAND_BURST")
      ->capture_default_str();
  app.add_option(
         "--limit-connections-per-address", config.sessions_per_address,
         "Connections of one address that play; besides, it has twice as many for pages, and makes half as many "
         "new ones a second")
      ->check(CLI::Range(1, 1'000'000))
      ->envname("WYRMHALL_LIMIT_CONNECTIONS_PER_ADDRESS")
      ->capture_default_str();
  app.add_option("--limit-connections", config.connections_in_all, "Connections in all")
      ->check(CLI::Range(1, 1'000'000))
      ->envname("WYRMHALL_LIMIT_CONNECTIONS")
      ->capture_default_str();
  const CLI::App* check =
      app.add_subcommand("check-data", "Check the books of the database in --data, and end")->fallthrough();
  app.footer(
      "wyrmhalld check-upgrade --help: would the running matches of a server fold differently under this program?");
  constexpr int kUsage = 2;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return std::unexpected(app.exit(error) == 0 ? 0 : kUsage);
  }
  config.check_data = check->parsed();
  return config;
}

}  // namespace wyrmhall::server
