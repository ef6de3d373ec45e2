// The tokens of players in a file, one a line in hexadecimal digits.
#pragma once

#include <string>
#include <vector>

namespace wyrmhall::load {

// Both throw std::runtime_error when the file cannot be read or written, or has something else in it.
void write_tokens(const std::string& path, const std::vector<std::string>& tokens);
std::vector<std::string> read_tokens(const std::string& path);

}  // namespace wyrmhall::load
