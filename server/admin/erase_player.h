// What it takes to erase a player from a server that runs, for administrators and for players who want it themselves.
#pragma once

#include <vector>

#include "persistence/admin_queries.h"
#include "server/admin/running.h"

namespace wyrmhall::server::admin {

// The matches in which a player has a seat and that run.
std::vector<MatchId> running_matches(persistence::AdminQueries& history, const AccountId& player);

// Takes everything from the player that tells who it was, ends the connections, and resigns in running matches.
// `if_wanted`: only when the player still wants it. The outcome is that of the store; when it is not kept, nothing was
// done, or not all of it, and it may be repeated. Waits, from any thread but the core's own, and throws NoAnswer.
persistence::Outcome erase_player(Running& running, persistence::AdminQueries& history, const AccountId& player,
                                  bool if_wanted = false);

}  // namespace wyrmhall::server::admin
