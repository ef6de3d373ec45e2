// A line that nobody is to read over somebody's shoulder: a password or a code. At a terminal it is asked for and not
// shown; otherwise it is a line of the standard input.
#pragma once

#include <optional>
#include <string>

namespace wyrmhall::cli {

// Without the end of the line. Nothing when there is no further line, or when the person presses Ctrl-C.
std::optional<std::string> read_secret_line(const std::string& prompt);

}  // namespace wyrmhall::cli
