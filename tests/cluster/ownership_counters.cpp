#include "tests/cluster/ownership_sim.h"

namespace wyrmhall::sim {

void OwnershipCounters::add(const OwnershipCounters& other) {
  shown += other.shown;
  fenced += other.fenced;
  refused_by_key += other.refused_by_key;
  unknown_kept += other.unknown_kept;
  unknown_not_kept += other.unknown_not_kept;
  declared_dead += other.declared_dead;
  claimed += other.claimed;
  handed_over += other.handed_over;
  repeated_elsewhere += other.repeated_elsewhere;
}

std::vector<std::string> OwnershipCounters::never() const {
  std::vector<std::string> names;
  const auto look = [&names](std::uint64_t count, const char* name) {
    if (count == 0) names.emplace_back(name);
  };
  look(shown, "shown");
  look(fenced, "fenced");
  look(refused_by_key, "refused by the key");
  look(unknown_kept, "unknown that was kept");
  look(unknown_not_kept, "unknown that was not kept");
  look(declared_dead, "declared dead");
  look(claimed, "claimed");
  look(handed_over, "handed over");
  look(repeated_elsewhere, "repeated to another owner");
  return names;
}

}  // namespace wyrmhall::sim
