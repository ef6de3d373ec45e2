// Where people play: tables and matches. All of these outlive the objects that are given them.
#pragma once

#include "server/lobby/lobby.h"
#include "server/lobby/running_matches.h"
#include "server/match/channels.h"
#include "server/match/matches.h"

namespace wyrmhall::server {

struct Play {
  Lobby& lobby;
  RunningMatches& running;
  Matches& matches;
  Channels& channels;
};

}  // namespace wyrmhall::server
