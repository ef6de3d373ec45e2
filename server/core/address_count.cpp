#include "server/core/address_count.h"

#include "server/core/limits.h"

namespace wyrmhall::server {

bool AddressCount::has_room(const PeerAddress& address, std::size_t limit) const {
  for (std::size_t i = 0; i < address.groups.size(); ++i) {
    const auto count = counts_.find(address.groups[i]);
    if (limit == 0 || (count != counts_.end() && count->second >= limit * growth_of(i))) return false;
  }
  return true;
}

void AddressCount::add(const PeerAddress& address) {
  for (const std::string& group : address.groups) ++counts_[group];
}

void AddressCount::remove(const PeerAddress& address) {
  for (const std::string& group : address.groups) {
    const auto count = counts_.find(group);
    if (count != counts_.end() && --count->second == 0) counts_.erase(count);
  }
}

std::size_t AddressCount::of(const PeerAddress& address) const {
  if (address.groups.empty()) return 0;
  const auto count = counts_.find(address.groups.front());
  return count == counts_.end() ? 0 : count->second;
}

}  // namespace wyrmhall::server
