#include "server/admin/token.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "common/bytes.h"
#include "common/hex.h"
#include "server/accounts/secret_hash.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::size_t kDifferentCharacters = 8;
constexpr std::string_view kScheme = "bearer ";

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

}  // namespace

std::expected<Token, std::string> Token::make(std::string_view text) {
  constexpr const char* kHow = "make one with: openssl rand -hex 32";
  if (text.empty()) return std::unexpected(fmt::format("the admin token is empty; {}", kHow));
  if (text.size() < kAdminTokenBytes) {
    return std::unexpected(fmt::format("the admin token has fewer than {} characters; {}", kAdminTokenBytes, kHow));
  }
  if (!std::ranges::all_of(text, [](unsigned char c) { return c > ' ' && c < 0x7f; })) {
    return std::unexpected(fmt::format("the admin token has characters that an HTTP header cannot carry; {}", kHow));
  }
  const std::string small = lower(text);
  for (const char* word : {"change-me", "changeme", "change_me", "example", "default", "password", "placeholder"}) {
    if (small.find(word) != std::string::npos) {
      return std::unexpected(fmt::format("the admin token is one from an example; {}", kHow));
    }
  }
  if (std::set<char>(text.begin(), text.end()).size() < kDifferentCharacters) {
    return std::unexpected(fmt::format("the admin token repeats a few characters; {}", kHow));
  }
  return Token(hash_of(text));
}

std::expected<Token, std::string> Token::from_file(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file) return std::unexpected("the admin token's file " + path + " cannot be read");
  std::getline(file, line);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return make(line);
}

std::expected<Token, std::string> Token::from_hash(std::string_view digits) {
  const auto hash = array_from<Hash>(from_hex(digits).value_or(""));
  if (!hash) return std::unexpected("a SHA-256 has 64 hexadecimal digits");
  return Token(*hash);
}

std::optional<Token::Hash> Token::presented(std::string_view authorization) {
  if (authorization.size() <= kScheme.size() || lower(authorization.substr(0, kScheme.size())) != kScheme) {
    return std::nullopt;
  }
  return hash_of(authorization.substr(kScheme.size()));
}

bool Token::is(const Hash& presented) const {
  return sodium_memcmp(presented.data(), hash_.data(), hash_.size()) == 0;
}

}  // namespace wyrmhall::server::admin
