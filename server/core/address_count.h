// How many of something each address has, counted in each group that it belongs to.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "server/core/peer_address.h"

namespace wyrmhall::server {

class AddressCount {
 public:
  // Whether one more is within bounds: `limit` in the narrowest group, and kGroupGrowth times that in the wider ones.
  [[nodiscard]] bool has_room(const PeerAddress& address, std::size_t limit) const;
  void add(const PeerAddress& address);
  // Undoes one add() of the same address.
  void remove(const PeerAddress& address);

  // How many the narrowest group of an address has; 0 where nothing is known of it.
  [[nodiscard]] std::size_t of(const PeerAddress& address) const;
  // How many groups have any: memory is held for no others.
  [[nodiscard]] std::size_t groups() const { return counts_.size(); }

 private:
  std::unordered_map<std::string, std::size_t> counts_;  // by group; never 0
};

}  // namespace wyrmhall::server
