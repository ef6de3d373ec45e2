// What the kernel knows of the server's process.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace wyrmhall::load {

struct ProcessFigures {
  // The kernel's sum of the two is exact to a tick of 10 ms; how it splits them is an estimate.
  double user_seconds = 0;
  double system_seconds = 0;
  [[nodiscard]] double cpu_seconds() const { return user_seconds + system_seconds; }
  // Memory that is resident and the process's own: what it shares with others, such as libraries, is left out.
  std::uint64_t private_kib = 0;
  // All that is resident, as RSS counts it.
  std::uint64_t resident_kib = 0;
};

// Of all of them together. Nothing when there are none, one is gone, or it may not be read.
std::optional<ProcessFigures> figures_of(const std::vector<int>& pids);
// The CPU time of this process itself.
double own_cpu_seconds();

}  // namespace wyrmhall::load
