#include "tests/load/token_file.h"

#include <fstream>
#include <stdexcept>

#include "common/hex.h"

namespace wyrmhall::load {

void write_tokens(const std::string& path, const std::vector<std::string>& tokens) {
  std::ofstream file(path);
  for (const std::string& token : tokens) file << hex_text(token) << '\n';
  if (!file.flush()) throw std::runtime_error("the tokens cannot be written to " + path);
}

std::vector<std::string> read_tokens(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> tokens;
  for (std::string line; std::getline(file, line);) {
    const auto token = from_hex(line);
    if (!token || token->empty()) throw std::runtime_error(path + " has a line that is no token: " + line);
    tokens.push_back(*token);
  }
  if (tokens.empty()) throw std::runtime_error("there are no tokens in " + path);
  return tokens;
}

}  // namespace wyrmhall::load
