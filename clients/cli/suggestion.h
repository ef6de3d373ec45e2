// What somebody may have meant who typed a word that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::cli {

// The word that takes the fewest letters added, left out, changed or swapped; empty if none is close, or if two are
// equally close.
std::string suggestion(std::string_view typed, const std::vector<std::string>& words);

}  // namespace wyrmhall::cli
