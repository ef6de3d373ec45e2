// Whether there is room for somebody at one more table, and in one more match.
#pragma once

#include <cstdint>

#include "server/core/outbox.h"
#include "server/lobby/lobby_state.h"

namespace wyrmhall::server {

// Whether there is room for one more table or seat of this sender's; otherwise it has been refused.
bool has_room(const LobbyState& state, const Sender& sender, std::uint64_t command_id, Outbox& out);
// Whether this sender may start or join one more match; otherwise it has been refused.
bool may_start(const LobbyState& state, const Sender& sender, std::uint64_t command_id, Outbox& out);

}  // namespace wyrmhall::server
