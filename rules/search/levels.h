// How hard the bots think. The figures behind these are in docs/bots.md.
#pragma once

#include "rules/search/mcts.h"

namespace wyrmhall::rules {

inline constexpr SearchLimits kEasy{.playouts = 50};
inline constexpr SearchLimits kNormal{.playouts = 2'000};
inline constexpr SearchLimits kHard{.playouts = 200'000};

}  // namespace wyrmhall::rules
