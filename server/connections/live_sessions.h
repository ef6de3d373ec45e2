// The connections, for administrators.
#pragma once

#include <cstdint>
#include <vector>

#include "server/core/live.h"
#include "server/core/session.h"

namespace wyrmhall::server {

// In the order of their numbers, from the first after `after`.
std::vector<LiveSession> live_sessions(const Sessions& all, std::uint64_t after, std::size_t limit);
std::vector<LiveSession> live_sessions_of(const Sessions& all, const AccountId& account);

}  // namespace wyrmhall::server
