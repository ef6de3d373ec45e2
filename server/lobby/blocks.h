// Whom players do not want to be brought together with, of those who are connected.
#pragma once

#include <unordered_map>
#include <vector>

#include "server/core/ids.h"

namespace wyrmhall::server {

class Blocks {
 public:
  [[nodiscard]] bool knows(const Id& account) const { return of_.contains(account); }
  void set(const Id& account, std::vector<Id> blocked);
  // Its last connection is gone.
  void forget(const Id& account) { of_.erase(account); }

  [[nodiscard]] bool has_blocked(const Id& account, const Id& other) const;
  // Whether either has blocked the other.
  [[nodiscard]] bool between(const Id& one, const Id& other) const {
    return has_blocked(one, other) || has_blocked(other, one);
  }
  [[nodiscard]] std::size_t count(const Id& account) const;

 private:
  std::unordered_map<Id, std::vector<Id>, IdHash> of_;  // each in the order of the ids
};

}  // namespace wyrmhall::server
