// What a run of the load generator does. main.cpp fills it in from the command line.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/game_names.h"

namespace wyrmhall::load {

enum class Game : std::uint8_t {
#define WYRMHALL_GAME(code, Name) code,
#include "generated/rules/games.inc"
};
using tests::kGameNames;

struct LoadOptions {
  // Where the server listens: an IPv4 address in digits, and the port.
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  // Ports of more servers there that share the store of the first. Pairs take them in turn.
  std::vector<std::uint16_t> more_ports;
  // Who joins a match is connected to the server after that of its opener, and not to the same.
  bool joiners_apart = false;
  // The processes of the servers, to read their CPU time and memory from; none to leave them out.
  std::vector<int> server_pids;

  // Matches that are always running, two connections each. When one ends, its two players start the next.
  std::size_t matches = 0;
  // What they play: pairs of players take these in turn, and keep to it.
  std::vector<Game> mix = {Game::duel};
  // Connections that sign in and then do nothing. Instead of matches, not beside them.
  std::size_t idle = 0;
  // People who come while matches are measured: each signs in as a new guest and opens a table.
  double newcomers_per_second = 0;
  // A file to write the tokens of all players to at the end, one a line.
  std::string tokens_to;
  // Players of an earlier run, by such a file: each signs in and opens its running match. Instead of matches.
  std::string tokens_from;
  // Speaks to tests/bench/bare_server.cpp, with the same pattern of turns, instead of to wyrmhalld.
  bool bare = false;

  // Time that passes after everything runs, before anything is measured; then the time that is measured.
  std::chrono::milliseconds warm_up{2000};
  std::chrono::milliseconds measured{8000};
  // Time that everything may take until it runs.
  std::chrono::milliseconds set_up_limit{60'000};
  // Mean time that a player thinks before a turn; 0 acts at once, which measures how much the server can take.
  // Single times are spread evenly over 0 to twice this.
  std::chrono::milliseconds think{0};

  // Duel: dragons are chosen in play instead of being preset.
  bool choosing = false;
  // Duel: claws whenever a claw is offered; otherwise each choice is as likely.
  bool claws = false;
  // Starts the next match by Rematch instead of by a new table.
  bool rematch = false;
  // Games in a match, duels in a series of Dragons Arena at most: long matches keep the cost of setting them up out of
  // a turn's.
  std::uint32_t match_games = 9;
  // Links in a chain. A real client draws 4,096; a shorter chain costs the load less between two matches. A seat that
  // uses it up says that it lost its chain, and plays on.
  std::size_t chain_links = 256;
  std::uint64_t seed = 1;
};

}  // namespace wyrmhall::load
