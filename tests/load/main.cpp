// wyrmhall-load: keeps many matches running against a server and reports, as JSON on standard output, what it measured.
// Exit codes: 0 done, 1 something went wrong in the run (the report's `errors` says what), 2 usage.
#include <fmt/format.h>
#include <signal.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "tests/load/run.h"

namespace {

using wyrmhall::load::Game;
using wyrmhall::load::kGameNames;
using wyrmhall::load::LoadOptions;

// Understands HOST:PORT, with or without ws:// before it.
void set_server(LoadOptions& options, std::string server) {
  if (server.starts_with("ws://")) server.erase(0, 5);
  const auto colon = server.rfind(':');
  int port = 0;
  if (colon != std::string::npos) port = std::atoi(server.c_str() + colon + 1);
  if (port <= 0 || port > 65535) throw CLI::ValidationError("--server", "HOST:PORT is needed, such as 127.0.0.1:7777");
  options.host = server.substr(0, colon);
  options.port = static_cast<std::uint16_t>(port);
}

void add_milliseconds(CLI::App& app, const char* name, std::chrono::milliseconds& time, const char* what) {
  app.add_option_function<double>(
         name, [&time](double seconds) { time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)); },
         what)
      ->type_name("SECONDS");
}

}  // namespace

int main(int argc, char** argv) {
  LoadOptions options;
  std::string server;
  CLI::App app{"Keeps many matches running against a Wyrmhall server and measures"};
  app.add_option("--server", server, "Where the server listens: HOST:PORT, the host in digits")->required();
  app.add_option("--more-ports", options.more_ports,
                 "Ports of more servers there that share the store of the first: pairs of players take them in turn")
      ->delimiter(',');
  app.add_flag("--joiners-apart", options.joiners_apart, "Who joins a match goes to another server than its opener");
  app.add_option("--server-pid", options.server_pids,
                 "The server's process, or those of several, to measure their CPU time and memory")
      ->delimiter(',');
  auto* matches = app.add_option("--matches", options.matches, "Matches that are always running, two connections each");
  app.add_option("--idle", options.idle, "Connections that sign in and then do nothing, instead of matches")
      ->excludes(matches);
  app.add_option("--newcomers", options.newcomers_per_second,
                 "People a second who come while it measures, sign in and open a table")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--tokens-to", options.tokens_to, "A file to write the players' tokens to at the end");
  app.add_option(
         "--return", options.tokens_from,
         "Players of an earlier run who come back to their matches, by the file of their tokens, instead of matches")
      ->excludes(matches)
      ->check(CLI::ExistingFile);
  app.add_flag("--bare", options.bare, "Speak to wyrmhall-bare-server");
  add_milliseconds(app, "--warm-up", options.warm_up, "Time between set-up and measuring");
  add_milliseconds(app, "--seconds", options.measured, "Time that is measured");
  add_milliseconds(app, "--set-up-limit", options.set_up_limit, "Time that set-up may take");
  add_milliseconds(app, "--think", options.think, "Mean time that a player thinks; 0 measures the server's limit");
  std::map<std::string, Game> games;
  for (const std::string_view game : kGameNames) games.emplace(game, static_cast<Game>(games.size()));
  app.add_option("--mix", options.mix,
                 fmt::format("What the pairs of players play, in turn: {}, or several with commas",
                             fmt::join(kGameNames, ", ")))
      ->delimiter(',')
      ->transform(CLI::Transformer(games));
  app.add_flag("--choosing", options.choosing, "Duel: choose dragons in play");
  app.add_flag("--claws", options.claws, "Duel: claw whenever that is offered");
  app.add_flag("--rematch", options.rematch, "Start the next match by a rematch instead of a new table");
  app.add_option("--games", options.match_games, "Games in a match, duels in a series at most");
  app.add_option("--chain", options.chain_links, "Links in a player's chain")->check(CLI::Range(1, 4096));
  app.add_option("--seed", options.seed, "For what the players choose");
  try {
    app.parse(argc, argv);
    set_server(options, server);
    if (options.matches + options.idle == 0 && options.newcomers_per_second == 0 && options.tokens_from.empty()) {
      throw CLI::ValidationError("--matches, --idle, --newcomers or --return is needed");
    }
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : 2;
  }
  ::signal(SIGPIPE, SIG_IGN);

  try {
    const nlohmann::json report = wyrmhall::load::run(options);
    std::cout << report.dump(2) << '\n';
    for (const auto& [what, count] : report["errors"].items()) {
      std::cerr << "wyrmhall-load: " << what << " (" << count << " times)\n";
    }
    return report["errors"].empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "wyrmhall-load: " << error.what() << '\n';
    return 1;
  }
}
