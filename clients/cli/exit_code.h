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
  kNeedsDecision = 6,  // only a person can decide, and there is nobody to ask
  kNotConvicted = 7,   // an accusation that does not convict by itself
  kInterrupted = 130,  // by Ctrl-C, as shells have it
};

}  // namespace wyrmhall::cli
