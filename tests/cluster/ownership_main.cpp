// ownership_sim: servers that share matches, under faults, from seed to seed (ownership_sim.h).
//
//   ownership_sim --seeds 10000 --first 1      # says which seed broke a promise, and ends with 1
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "tests/cluster/ownership_sim.h"
#include "tests/sim/violation.h"

namespace {

using wyrmhall::sim::OwnershipCounters;
using wyrmhall::sim::OwnershipPauses;

double seconds(wyrmhall::Duration time) {
  return std::chrono::duration<double>(time).count();
}

void print_pauses(std::uint64_t first, std::uint64_t seeds) {
  OwnershipPauses longest;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const OwnershipPauses pauses = wyrmhall::sim::measure_pauses(seed);
    longest.killed = std::max(longest.killed, pauses.killed);
    longest.restarted = std::max(longest.restarted, pauses.restarted);
    longest.drained = std::max(longest.drained, pauses.drained);
    longest.frozen = std::max(longest.frozen, pauses.frozen);
  }
  std::printf(
      "longest pause of a match: owner killed %.1f s, killed and restarted %.1f s, drained %.1f s, frozen %.1f s\n",
      seconds(longest.killed), seconds(longest.restarted), seconds(longest.drained), seconds(longest.frozen));
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t first = 1;
  std::uint64_t seeds = 100;
  std::optional<std::uint64_t> pauses;
  CLI::App app("Servers that share matches, under faults");
  app.add_option("--first", first, "the first seed")->capture_default_str();
  app.add_option("--seeds", seeds, "how many seeds")->capture_default_str();
  app.add_option("--pauses", pauses, "measure the pauses of matches with so many seeds instead");
  CLI11_PARSE(app, count, arguments);
  if (pauses) {
    print_pauses(first, *pauses);
    return 0;
  }
  OwnershipCounters all;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    try {
      all.add(wyrmhall::sim::run_ownership(seed, {}));
    } catch (const wyrmhall::sim::Violation& violation) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), violation.what());
      return 1;
    }
  }
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf(
      "%llu seeds, %llu moves shown: none lost, none changed, none twice\n%llu servers declared dead, %llu shards "
      "claimed "
      "and %llu handed over; %llu writes of the dead refused, %llu by the key; of the answers that were lost %llu were "
      "of "
      "moves that were kept and %llu not; %llu actions repeated to another owner\n",
      number(seeds), number(all.shown), number(all.declared_dead), number(all.claimed), number(all.handed_over),
      number(all.fenced), number(all.refused_by_key), number(all.unknown_kept), number(all.unknown_not_kept),
      number(all.repeated_elsewhere));
  for (const std::string& name : all.never()) std::printf("never: %s\n", name.c_str());
  return 0;
}
