#include "server/accounts/guest_gate.h"

#include <algorithm>
#include <bit>

namespace wyrmhall::server {
namespace {

constexpr Duration kHour = kGuestsMemory;

// The work doubles whenever the number of guests doubles, from the number that may come for nothing on.
std::uint32_t bits_for(std::size_t guests, std::size_t free) {
  const std::size_t times = std::max<std::size_t>(guests / std::max<std::size_t>(free, 1), 1);
  return std::min(kMinProofBits + static_cast<std::uint32_t>(std::bit_width(times)) - 1, kMaxProofBits);
}

}  // namespace

GuestGate::Price GuestGate::price(const PeerAddress& address, Timestamp now) const {
  Price price;
  for (std::size_t level = 0; level < address.groups.size(); ++level) {
    const auto found = hours_.find(address.groups[level]);
    const bool known = found != hours_.end() && now - found->second.began < kHour;
    const std::size_t guests = known ? found->second.guests : 0;
    const std::size_t free = limits_.free_guests_per_hour * growth_of(level);
    if (known && guests >= limits_.guests_per_hour * growth_of(level)) {
      price.again = std::max(price.again.value_or(kNever), found->second.began + kHour);
    } else if (guests >= free) {
      price.zero_bits = std::max(price.zero_bits, bits_for(guests, free));
    }
  }
  return price;
}

void GuestGate::count(const PeerAddress& address, Timestamp now) {
  if (hours_.size() + address.groups.size() > kGuestAddressesRemembered) forget(now);
  for (const std::string& group : address.groups) {
    Hour& hour = hours_.try_emplace(group, Hour{.began = now}).first->second;
    if (now - hour.began >= kHour) hour = {.began = now};
    ++hour.guests;
  }
}

void GuestGate::take_back(const PeerAddress& address) {
  for (const std::string& group : address.groups) {
    const auto found = hours_.find(group);
    if (found != hours_.end() && found->second.guests > 0) --found->second.guests;
  }
}

// Forgets the groups whose hour is over. If that is not enough, it forgets those that the fewest have come from:
// somebody who has that many addresses needs none of them again.
void GuestGate::forget(Timestamp now) {
  std::erase_if(hours_, [&](const auto& entry) { return now - entry.second.began >= kHour; });
  for (std::size_t few = 1; hours_.size() > kGuestAddressesRemembered / 2; few *= 2) {
    std::erase_if(hours_, [&](const auto& entry) { return entry.second.guests <= few; });
  }
}

}  // namespace wyrmhall::server
