// What a checker throws: a promise of the server's that did not hold.
#pragma once

#include <stdexcept>
#include <string>

namespace wyrmhall::sim {

// The promises that more than one checker looks after.
inline constexpr const char* kRefold = "the log re-folds";
inline constexpr const char* kExactlyOnce = "exactly once";

struct Violation : std::runtime_error {
  // `checker`: the promise, such as "durable before visible".
  Violation(std::string checker_name, const std::string& what)
      : std::runtime_error(checker_name + ": " + what), checker(std::move(checker_name)) {}
  std::string checker;
};

}  // namespace wyrmhall::sim
