// How the program ends, for scripts.
#pragma once

#include <cstdint>

namespace wyrmhall::cli {

enum class ExitCode : std::uint8_t {
  kDone = 0,
  kUsage = 2,
  kCannotConnect = 3,
  kRefused = 4,
  kNotVerified = 5,
};

}  // namespace wyrmhall::cli
