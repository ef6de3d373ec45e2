// How much of its random work a test does.
#pragma once

#include <cstdlib>

namespace wyrmhall::tests {

// Of so many random cases, all, or the percentage that WYRMHALL_CASES says: builds that are not optimised take fewer of
// what takes minutes there (tests/server/CMakeLists.txt).
inline int cases(int all) {
  const char* percent = std::getenv("WYRMHALL_CASES");
  return percent == nullptr ? all : all * std::atoi(percent) / 100;
}

}  // namespace wyrmhall::tests
