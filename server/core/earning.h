// Who may earn nuggets in a match. Somebody could lose on purpose with a second account and give the first as many
// nuggets as they like, so nuggets are booked only among people who do not share an address, and for matches that were
// played (docs/nuggets.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "persistence/matches.h"
#include "server/core/peer_address.h"

namespace wyrmhall::server {

// Whether the nuggets of a match depend on who played it.
enum class NuggetRule : std::uint8_t {
  kAlways,  // whatever the game gives is booked: among friends who share an address, and for tests
  kApart,   // only to somebody who plays against a person of another address
};

// The seats of people who play with a person of another address, as bits: what MatchRow::earning keeps. `from` has the
// address of each seat, null where nobody sits. People whose address is not known share none.
std::uint32_t seats_that_earn(const std::vector<persistence::SeatRow>& seats, std::span<const SharedAddress> from);

}  // namespace wyrmhall::server
