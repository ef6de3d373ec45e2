// In which way a server is broken on purpose (broken_copy.cmake).
#pragma once

#include <cstdlib>
#include <string_view>

namespace wyrmhall {

// Whether it is this one: the environment says so when the program starts.
inline bool broken(std::string_view way) {
  static const char* const chosen = std::getenv("WYRMHALL_BROKEN");
  return chosen != nullptr && way == chosen;
}

}  // namespace wyrmhall
