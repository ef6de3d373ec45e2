#include "common/uuid.h"

#include "common/bytes.h"
#include "common/hex.h"

namespace wyrmhall {
namespace {

constexpr std::size_t kUuidLetters = 36;

constexpr bool is_dash_at(std::size_t position) {
  return position == 8 || position == 13 || position == 18 || position == 23;
}

// The digits alone; nothing where the dashes are not in their places.
std::optional<std::string> digits_of(std::string_view text) {
  if (text.size() != kUuidLetters) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_dash_at(i) != (text[i] == '-')) return std::nullopt;
    if (!is_dash_at(i)) digits += text[i];
  }
  return digits;
}

}  // namespace

std::string uuid_text(const Uuid& id) {
  std::string text;
  text.reserve(kUuidLetters);
  for (const char digit : hex_text(id)) {
    if (is_dash_at(text.size())) text += '-';
    text += digit;
  }
  return text;
}

std::string uuid_text(std::string_view id) {
  const auto array = array_from<Uuid>(id);
  return array ? uuid_text(*array) : hex_text(id);
}

std::optional<Uuid> read_uuid(std::string_view text) {
  Uuid id{};
  const auto digits = digits_of(text);
  if (!digits || !read_hex(*digits, id)) return std::nullopt;
  return id;
}

std::optional<Uuid> parse_uuid(std::string_view text) {
  const auto digits = digits_of(text);
  const auto bytes = digits ? from_hex(*digits) : std::nullopt;
  return bytes ? array_from<Uuid>(*bytes) : std::nullopt;
}

}  // namespace wyrmhall
