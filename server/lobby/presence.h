// Who at a table is there and who is away, the clocks that run for it, and whose time is up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/lobby/lobby_state.h"

namespace wyrmhall::server {

// Notes who has a connection. Where somebody comes back to a table that was waited at, there is time to get ready
// again.
void note_presence(const LobbyState& state, HeldTable& held);
// Starts the time to get ready, or stops it.
void start_clocks(const LobbyState& state, HeldTable& held);
// When something is to be done at the table next; kNever for never.
Timestamp next_time(const LobbyState& state, const HeldTable& held);

// For how long a link is good after the last person has left who sent it, with so many tables on the server, for a
// match with so many seconds for a decision.
Duration time_of_invitations(std::size_t tables, std::uint32_t turn_seconds);

// Who loses their seat now: has been away for too long, or was not ready in time.
std::vector<Loser> late_ones(const LobbyState& state, const HeldTable& held);
// Takes the seats from them; the table goes with the last person who sits there.
void take_seats(LobbyState& state, HeldTable& held, pb::Table& table, const std::vector<Loser>& losers);
// FindTable does not bring this account back here for a while.
void note_leaving(const LobbyState& state, HeldTable& held, const AccountId& account);

}  // namespace wyrmhall::server
