// Whether a state could have come about in play, as far as carrying on with it needs: what is read from outside is
// checked with this before the rules touch it.
#pragma once

#include <string_view>

#include "rules/arena/state.h"

namespace wyrmhall::rules::arena {

// What is wrong with the state, in a few words; empty when nothing is.
std::string_view unsoundness(const State& state);

}  // namespace wyrmhall::rules::arena
