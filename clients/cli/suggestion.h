// What somebody may have meant who typed a word that is none of those that there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::cli {

// The one that takes the fewest letters added, left out, changed or swapped; empty where none is close, or two are
// alike.
std::string suggestion(std::string_view typed, const std::vector<std::string>& words);

}  // namespace wyrmhall::cli
