// What cursors of several parts are made of: numbers as 16 hexadecimal digits each.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall::server::admin {

inline constexpr std::size_t kCursorDigits = 16;

inline std::string cursor_digits(std::int64_t number) {
  return fmt::format("{:016x}", static_cast<std::uint64_t>(number));
}

// The number in the first digits of a text, which are taken off it. Nothing if they are not digits.
inline std::optional<std::int64_t> take_cursor_digits(std::string_view& text) {
  if (text.size() < kCursorDigits) return std::nullopt;
  const std::string_view digits = text.substr(0, kCursorDigits);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number, 16);
  if (error != std::errc() || end != digits.end()) return std::nullopt;
  text.remove_prefix(kCursorDigits);
  return static_cast<std::int64_t>(number);
}

}  // namespace wyrmhall::server::admin
