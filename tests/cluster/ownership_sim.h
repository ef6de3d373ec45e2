// Some servers share matches over a database that answers late, loses answers and goes away, while they are killed,
// frozen and parted from each other, on clocks that run at different speeds. What decides who runs what is the servers'
// own (server/cluster/ownership.h); matches, clients and database are as simple as can be. All of it comes from a seed.
//
// It throws sim::Violation when anything that a client was shown is lost or changed, an action is applied twice, a run
// that was declared dead has kept something, or not everything goes on once the faults are over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/time.h"

namespace wyrmhall::sim {

struct OwnershipSettings {
  int nodes = 3;
  int matches = 12;
  Duration faults = std::chrono::seconds(90);  // for so long things fail
  Duration calm = std::chrono::seconds(40);    // and then for so long nothing does
  // What holds the promises, to be left out by canaries.
  bool fence = true;           // a write looks whether its run is alive
  bool key = true;             // one move has an index
  bool asks_for_owner = true;  // who sends a client's action on looks again who has the match
};

// How often something happened: a run in which a counter stays 0 has proved nothing about it.
struct OwnershipCounters {
  std::uint64_t shown = 0;
  std::uint64_t fenced = 0;            // a write of a run that was declared dead was refused
  std::uint64_t refused_by_key = 0;    // two servers wanted the same index
  std::uint64_t unknown_kept = 0;      // the answer was lost, and the move was kept
  std::uint64_t unknown_not_kept = 0;  // or not
  std::uint64_t declared_dead = 0;
  std::uint64_t claimed = 0;             // shards
  std::uint64_t handed_over = 0;         // shards
  std::uint64_t repeated_elsewhere = 0;  // an action was repeated to another owner, which had it already

  void add(const OwnershipCounters& other);
  // The names of those that are 0.
  [[nodiscard]] std::vector<std::string> never() const;
};

OwnershipCounters run_ownership(std::uint64_t seed, const OwnershipSettings& settings);

// How long matches waited at most for their next move, without any other fault, when...
struct OwnershipPauses {
  Duration killed{};          // ...their owner was killed and did not come back
  Duration restarted{};       // ...it was killed and came back at once under its name
  Duration drained{};         // ...it gave its shards away before it ended
  Duration frozen{};          // ...it stood still for ten seconds
  bool thawed_ended = false;  // whether it ended within two seconds then
};
OwnershipPauses measure_pauses(std::uint64_t seed);

}  // namespace wyrmhall::sim
