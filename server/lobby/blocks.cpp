#include "server/lobby/blocks.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::server {

void Blocks::set(const AccountId& account, std::vector<AccountId> blocked) {
  std::ranges::sort(blocked);
  of_[account] = std::move(blocked);
}

bool Blocks::has_blocked(const AccountId& account, const AccountId& other) const {
  const auto found = of_.find(account);
  return found != of_.end() && std::ranges::binary_search(found->second, other);
}

std::size_t Blocks::count(const AccountId& account) const {
  const auto found = of_.find(account);
  return found == of_.end() ? 0 : found->second.size();
}

}  // namespace wyrmhall::server
