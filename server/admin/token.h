// The token that opens the admin interface.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace wyrmhall::server::admin {

class Token {
 public:
  // A token that may be used: long enough, and none that stands in an example. On failure, a sentence.
  static std::expected<Token, std::string> make(std::string_view text);
  // The first line of a file. On failure, a sentence.
  static std::expected<Token, std::string> from_file(const std::string& path);

  // Whether the value of an Authorization header holds it. Takes as long whatever is wrong with it.
  [[nodiscard]] bool opens(std::string_view authorization) const;

 private:
  explicit Token(std::string_view text);

  std::array<std::uint8_t, 32> hash_{};  // the token itself is not kept
};

}  // namespace wyrmhall::server::admin
