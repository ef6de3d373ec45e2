// Whom players do not want to be brought together with, for players who are connected.
#pragma once

#include <unordered_map>
#include <vector>

#include "server/core/ids.h"

namespace wyrmhall::server {

class Blocks {
 public:
  [[nodiscard]] bool knows(const AccountId& account) const { return of_.contains(account); }
  void set(const AccountId& account, std::vector<AccountId> blocked);
  // Its last connection is gone.
  void forget(const AccountId& account) { of_.erase(account); }

  [[nodiscard]] bool has_blocked(const AccountId& account, const AccountId& other) const;
  // Whether either has blocked the other.
  [[nodiscard]] bool between(const AccountId& one, const AccountId& other) const {
    return has_blocked(one, other) || has_blocked(other, one);
  }
  [[nodiscard]] std::size_t count(const AccountId& account) const;

 private:
  std::unordered_map<AccountId, std::vector<AccountId>, IdHash> of_;  // each in the order of the ids
};

}  // namespace wyrmhall::server
