// A token that opens the admin interface. Only its hash is kept.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall::server::admin {

class Token {
 public:
  using Hash = std::array<std::uint8_t, 32>;  // SHA-256

  // A token that may be used: long enough, and not one that stands in an example. On failure, a sentence.
  static std::expected<Token, std::string> make(std::string_view text);
  // The token whose hash is given in hexadecimal digits. On failure, a sentence.
  static std::expected<Token, std::string> from_hash(std::string_view digits);
  // The token in the first line of a file. On failure, a sentence.
  static std::expected<Token, std::string> from_file(const std::string& path);

  // The hash of the token that an Authorization header presents; nothing if it presents none.
  static std::optional<Hash> presented(std::string_view authorization);

  // Takes the same time whatever is wrong with it.
  [[nodiscard]] bool is(const Hash& presented) const;

 private:
  explicit Token(const Hash& hash) : hash_(hash) {}

  Hash hash_;
};

}  // namespace wyrmhall::server::admin
