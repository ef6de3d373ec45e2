// Where people play: tables and matches. All of these outlive the objects that are given them.
#pragma once

#include "server/lobby/distant_lobby.h"
#include "server/lobby/lobby.h"
#include "server/lobby/running_matches.h"
#include "server/match/attendance.h"
#include "server/match/channels.h"
#include "server/match/matches.h"
#include "server/match/watchable.h"

namespace wyrmhall::server {

struct Play {
  Lobby& lobby;
  DistantLobby& distant_lobby;
  RunningMatches& running;
  Matches& matches;
  Channels& channels;
  WatchableMatches& watchable;
  Attendance& attendance;
};

}  // namespace wyrmhall::server
