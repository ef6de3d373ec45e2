#include "common/hex.h"

namespace wyrmhall {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

constexpr char lower(char letter) {
  return letter >= 'A' && letter <= 'F' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

std::string hex_text(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::string hex_text(std::string_view bytes) {
  return hex_text(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

bool read_hex(std::string_view text, std::span<std::uint8_t> bytes) {
  if (text.size() != bytes.size() * 2) return false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto high = kDigits.find(text[i * 2]);
    const auto low = kDigits.find(text[(i * 2) + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return false;
    bytes[i] = static_cast<std::uint8_t>((high * 16) + low);
  }
  return true;
}

std::optional<std::string> from_hex(std::string_view text) {
  std::string digits(text);
  for (char& digit : digits) digit = lower(digit);
  std::string bytes(text.size() / 2, '\0');
  if (!read_hex(digits, std::span(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()))) return std::nullopt;
  return bytes;
}

}  // namespace wyrmhall
