// How much of its random work a test does.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace wyrmhall::tests {

// How many of `all` cases to take: all, or the percentage that WYRMHALL_CASES says, and always at least one. Builds
// that are not optimised take fewer where all would take minutes (the label `walks`, cmake/Testing.cmake).
inline int cases(int all) {
  const char* percent = std::getenv("WYRMHALL_CASES");
  return percent == nullptr ? all : std::max(1, all * std::atoi(percent) / 100);
}

// One in how many cases is taken, where they are walked through.
inline int one_in() {
  return 100 / cases(100);
}

}  // namespace wyrmhall::tests
