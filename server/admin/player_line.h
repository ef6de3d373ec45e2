// A player as the admin interface finds and shows one.
#pragma once

#include "persistence/history.h"
#include "server/admin/json.h"

namespace wyrmhall::server::admin {

Json player_json(const persistence::PlayerLine& player);

// Of an account that can still be used; otherwise a Problem.
persistence::PlayerLine find_living(persistence::History& history, const Id& id);

}  // namespace wyrmhall::server::admin
