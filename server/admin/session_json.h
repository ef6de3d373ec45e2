// Connections in the admin interface's JSON.
#pragma once

#include <vector>

#include "server/admin/json.h"
#include "server/admin/running.h"

namespace wyrmhall::server::admin {

// A list of them, with the addresses that they come from.
Json sessions_json(Running& running, const std::vector<LiveSession>& sessions);

}  // namespace wyrmhall::server::admin
