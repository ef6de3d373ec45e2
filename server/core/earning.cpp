#include "server/core/earning.h"

#include <algorithm>

namespace wyrmhall::server {
namespace {

// The group that a household is: an address of IPv4, or a /56 of IPv6; empty where nothing is known.
std::string_view household(const SharedAddress& address) {
  constexpr std::size_t kOfSixes = 1;  // the /64 is narrower
  if (address == nullptr || address->groups.empty()) return {};
  return address->groups[std::min(kOfSixes, address->groups.size() - 1)];
}

}  // namespace

std::uint32_t seats_that_earn(const std::vector<persistence::SeatRow>& seats, std::span<const SharedAddress> from) {
  std::uint32_t earn = 0;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (!seats[seat].account) continue;
    for (std::size_t other = 0; other < seats.size(); ++other) {
      if (!seats[other].account || seats[other].account == seats[seat].account) continue;
      const std::string_view home = household(from[seat]);
      if (home.empty() || home != household(from[other])) earn |= 1U << seat;
    }
  }
  return earn;
}

}  // namespace wyrmhall::server
