// The same seed is the same run, to the last event: otherwise a failure could not be looked at again.
#include <doctest/doctest.h>
#include <google/protobuf/stubs/logging.h>

#include "tests/sim/campaign.h"
#include "tests/support/effort.h"

namespace wyrmhall::sim {
namespace {

void replay(const RunSettings& settings, int seeds) {
  google::protobuf::SetLogHandler(nullptr);
  std::uint64_t hash_before = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(tests::cases(seeds)); ++seed) {
    const RunResult once = run(seed, settings);
    const RunResult again = run(seed, settings);
    CHECK_MESSAGE(!once.failure, "seed ", seed, ": ", once.failure->what);
    CHECK(once.counters.steps > 0);
    CHECK(once.trace_hash == again.trace_hash);
    CHECK(once.counters.steps == again.counters.steps);
    CHECK(once.counters.sometimes == again.counters.sometimes);
    CHECK(once.trace_hash != hash_before);
    hash_before = once.trace_hash;
  }
}

TEST_CASE("a seed replays to the same trace") {
  replay({.seconds = 60}, 8);
}

TEST_CASE("a seed replays to the same trace over the real database") {
  replay({.on_sqlite = true, .seconds = 20}, 2);
}

}  // namespace
}  // namespace wyrmhall::sim
