// What can be chosen about a match of Dragon Dance before it starts. Rule numbers are those of docs/rules/dance.md.
#pragma once

#include <cstdint>

#include "rules/described.h"

namespace wyrmhall::rules::dance {

inline constexpr rules::Range kRoundLimit{5, 200};
inline constexpr rules::Range kKnightLife{1, 30};
inline constexpr rules::Range kDragonLife{1, 60};

// Section 1.
struct Options {
  int round_limit = 40;     // E2
  bool return_one = false;  // O1
  int knight_life = 9;      // at the start, and at most
  int dragon_life = 20;

  static constexpr bool kOptional = true;
  static constexpr auto kFields = fields(field("roundLimit", &Options::round_limit, {.range = kRoundLimit}),
                                         field("returnOne", &Options::return_one),
                                         field("knightLife", &Options::knight_life, {.range = kKnightLife}),
                                         field("dragonLife", &Options::dragon_life, {.range = kDragonLife}));
  friend bool operator==(const Options&, const Options&) = default;
};

// The options by number, in the order of their fields, as Faults name them.
enum class Option : std::uint8_t { round_limit, return_one, knight_life, dragon_life };

}  // namespace wyrmhall::rules::dance
