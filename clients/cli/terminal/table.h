// Text side by side, aligned: tables, and words that are too many for one line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace wyrmhall::cli {

// A line for each row, each cell as wide as the widest of its column; nothing is filled up behind the last of a row.
std::vector<std::string> table_lines(const std::vector<std::vector<std::string>>& rows);

// The words in columns of equal width, read downwards: as many columns as lines of that width have room for, at least
// one.
std::vector<std::string> in_columns(const std::vector<std::string>& words, std::size_t width);

}  // namespace wyrmhall::cli
