// The servers of a store as one of them sees them: for administrators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/time.h"
#include "persistence/membership.h"

namespace wyrmhall::server::cluster {

struct ServerStatus {
  persistence::NodeRow row;
  std::size_t shards = 0;  // that it runs
  bool lobby = false;      // it has the lobby
  bool self = false;       // it is the one that is asked
};

// Since the server started.
struct ClusterTotals {
  std::uint64_t declared_dead = 0;  // servers, by this one
  std::uint64_t claimed = 0;        // shards that nobody living had, asked for by this one
  std::uint64_t handed_over = 0;    // shards that this one gave away
  std::uint64_t bus_sent = 0;       // messages to other servers
  std::uint64_t bus_received = 0;
};

struct ClusterStatus {
  std::vector<ServerStatus> servers;             // that are alive, in the order of their starts; empty: no bus is set
  std::vector<persistence::Incarnation> owners;  // by shard; 0: nobody living
  std::size_t unowned = 0;                       // shards that nobody living runs
  Duration since_answer{};                       // since the database last heard this server say that it lives
  bool bus_connected = false;
  ClusterTotals totals;
};

}  // namespace wyrmhall::server::cluster
