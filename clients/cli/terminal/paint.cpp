#include "clients/cli/terminal/paint.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>

namespace wyrmhall::cli {
namespace {

std::string_view code_of(Tint tint) {
  switch (tint) {
    case Tint::kPlain:
      return "";
    case Tint::kStrong:
      return "1";
    case Tint::kFaint:
      return "2";
    case Tint::kGood:
      return "32";
    case Tint::kWarning:
      return "33";
    case Tint::kBad:
      return "31";
    case Tint::kEnergy:
      return "36";
    case Tint::kMine:
      return "1;36";
    case Tint::kFire:
      return "1;31";
    case Tint::kIce:
      return "1;34";
  }
  return "";
}

std::size_t columns_of(UChar32 letter) {
  const auto category = u_charType(letter);
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR) return 0;
  const auto width = static_cast<UEastAsianWidth>(u_getIntPropertyValue(letter, UCHAR_EAST_ASIAN_WIDTH));
  return width == U_EA_FULLWIDTH || width == U_EA_WIDE ? 2 : 1;
}

}  // namespace

std::size_t length_of_code(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const auto end = text.find('m');
  return end == std::string_view::npos ? 0 : end + 1;
}

std::string Paint::operator()(Tint tint, std::string_view text) const {
  const std::string_view code = code_of(tint);
  if (!on_ || code.empty() || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string Paint::emphasised(std::string_view text) const {
  std::string painted;
  bool strong = false;
  for (auto star = text.find('*'); star != std::string_view::npos; star = text.find('*')) {
    painted += strong ? (*this)(Tint::kStrong, text.substr(0, star)) : std::string(text.substr(0, star));
    strong = !strong;
    text.remove_prefix(star + 1);
  }
  return painted + std::string(text);
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  const auto letters = icu::UnicodeString::fromUTF8(without_codes(text));
  for (std::int32_t at = 0; at < letters.length(); at = letters.moveIndex32(at, 1)) {
    count += columns_of(letters.char32At(at));
  }
  return count;
}

std::string without_codes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t code = length_of_code(text);
    if (code == 0) plain += text.front();
    text.remove_prefix(std::max<std::size_t>(code, 1));
  }
  return plain;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

}  // namespace wyrmhall::cli
