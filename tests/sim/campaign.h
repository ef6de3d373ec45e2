// One run from a seed, and many.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "tests/sim/counters.h"

namespace wyrmhall::sim {

struct RunSettings {
  bool on_sqlite = false;      // the real database behind the disk
  std::int64_t seconds = 120;  // of virtual time in which things go wrong, before everything is played to its end
};

struct Failure {
  std::uint64_t seed = 0;
  std::string checker;
  std::string what;
  std::string trace;  // the last events before it
};

struct RunResult {
  std::uint64_t trace_hash = 0;
  Counters counters;
  std::optional<Failure> failure;
};

// The same seed and settings give the same run, to the last event.
RunResult run(std::uint64_t seed, const RunSettings& settings);

}  // namespace wyrmhall::sim
