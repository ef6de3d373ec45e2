#include "clients/cli/bytes_text.h"

#include <array>

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kUuidLetters = 36;

constexpr bool is_dash_at(std::size_t position) {
  return position == 8 || position == 13 || position == 18 || position == 23;
}

int digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

}  // namespace

std::string hex(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit_of(text[i]);
    const int low = digit_of(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::string uuid_text(std::string_view id) {
  std::string digits = hex(id);
  if (id.size() != kIdBytes) return digits;
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (is_dash_at(text.size())) text += '-';
    text += digits[i];
  }
  return text;
}

std::optional<std::string> parse_uuid(std::string_view text) {
  if (text.size() != kUuidLetters) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_dash_at(i) != (text[i] == '-')) return std::nullopt;
    if (!is_dash_at(i)) digits += text[i];
  }
  return from_hex(digits);
}

}  // namespace wyrmhall::cli
