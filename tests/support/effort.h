// How much of its random work a test does.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace wyrmhall::tests {

// Of so many cases, all, or the percentage that WYRMHALL_CASES says, and always one: builds that are not optimised take
// fewer of what takes minutes there (the label `walks`, cmake/Testing.cmake).
inline int cases(int all) {
  const char* percent = std::getenv("WYRMHALL_CASES");
  return percent == nullptr ? all : std::max(1, all * std::atoi(percent) / 100);
}

// Of so many cases one, where they are walked through.
inline int one_in() {
  return 100 / cases(100);
}

}  // namespace wyrmhall::tests
