// What can be chosen about a match of Heads or Tails before it starts. Rule numbers are those of docs/rules/coin.md.
#pragma once

#include <cstdint>

#include "rules/described.h"

namespace wyrmhall::rules::coin {

inline constexpr Range kPoints{1, 9};

// C-2.
struct Options {
  int points = 3;  // the first player to have this many has won

  static constexpr bool kOptional = true;
  static constexpr auto kFields = fields(field("points", &Options::points, {.range = kPoints}));
  friend bool operator==(const Options&, const Options&) = default;
};

// The options by number, in the order of their fields, as Faults name them.
enum class Option : std::uint8_t { points };

}  // namespace wyrmhall::rules::coin
