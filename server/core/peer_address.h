// Where a connection comes from, and with whom it shares limits.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace wyrmhall::server {

struct PeerAddress {
  std::string text;  // for people who look, and for the log
  // Whose limits it shares, from the narrowest group to the widest: an address of IPv4 is the only one in its group;
  // one of IPv6 is in its /64, /56 and /48, since a host that has one address of a network has them all. The limit of a
  // wider group is larger (kGroupGrowth). Empty if nothing is known of the address: then no limit of addresses holds.
  std::vector<std::string> groups;
  // The origin of the web page that has connected, such as "https://hall.example", which may; empty for any other
  // program.
  std::string page = {};
};

// Everything that belongs to a connection shares its address: sessions, and what they own.
using SharedAddress = std::shared_ptr<const PeerAddress>;

}  // namespace wyrmhall::server
