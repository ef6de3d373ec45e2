// Who may earn nuggets in a match. A sock puppet that loses on purpose would give its owner as many as that likes, so
// what is booked comes of people who do not share an address and of matches that were played (docs/nuggets.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "persistence/values.h"
#include "server/core/peer_address.h"

namespace wyrmhall::server {

// Whether the nuggets of a match depend on who played it.
enum class NuggetRule : std::uint8_t {
  kAlways,  // whatever the game gives is booked: among friends who share an address, and for tests
  kApart,   // only to somebody who plays against a person of another address
};

// The seats of people who play with a person of another address, as bits: what MatchRow::earning keeps. `from`: of each
// seat; null where nobody sits. People of whom no address is known share none.
std::uint32_t seats_that_earn(const std::vector<persistence::SeatRow>& seats, std::span<const SharedAddress> from);

}  // namespace wyrmhall::server
