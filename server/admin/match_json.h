// Matches in the admin interface's JSON.
#pragma once

#include "persistence/history.h"
#include "server/admin/json.h"

namespace wyrmhall::server::admin {

std::string_view state_text(persistence::MatchState state);

// All that a list can tell of a match.
Json match_json(const persistence::ListedMatch& line);

// How a running match stands, as a spectator may know it: the view, and the story move by move. Null when this server
// cannot fold it.
Json present_json(const persistence::StoredMatch& match);

}  // namespace wyrmhall::server::admin
