// Text in lines that a window has room for. Words stay whole, and so does what stands between backquotes, such as a
// command; only what is longer than a line is broken. Later lines begin below the text of the first: behind its blanks,
// its number or its label.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::cli {

// The text in lines of at most `width` columns; one empty line if there is no text. Colours go on from line to line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace wyrmhall::cli
