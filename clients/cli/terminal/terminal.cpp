#include "clients/cli/terminal/terminal.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace wyrmhall::cli {
namespace {

// How many bytes the character takes that a text begins with; 0 if they are not UTF-8.
std::size_t length_of_first(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length > text.size()) return 0;
  for (const char c : text.substr(1, length == 0 ? 0 : length - 1)) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

// As their bytes, which sort as the characters do: controls and lines (C0, DEL, C1, U+2028 and 9), what changes the
// direction of what follows, and what nobody sees.
struct Range {
  std::string_view first;
  std::string_view last;
};
constexpr std::array kUnwanted = {
    Range{std::string_view("\0", 1), "\x1F"},
    Range{"\x7F", "\x7F"},
    Range{"\u0080", "\u009F"},
    Range{"\u00AD", "\u00AD"},  // soft hyphen
    Range{"\u034F", "\u034F"},  // combining grapheme joiner
    Range{"\u061C", "\u061C"},  // Arabic letter mark
    Range{"\u115F", "\u1160"},  // Hangul fillers
    Range{"\u17B4", "\u17B5"},  // Khmer inherent vowels
    Range{"\u180B", "\u180F"},  // Mongolian selectors
    Range{"\u200B", "\u200F"},  // of no width, joiners, marks of direction
    Range{"\u2028", "\u202E"},  // lines, embeddings and overrides
    Range{"\u2060", "\u206F"},  // word joiner, invisible operators, isolates
    Range{"\u3164", "\u3164"},
    Range{"\uFE00", "\uFE0F"},  // variation selectors
    Range{"\uFEFF", "\uFEFF"},
    Range{"\uFFA0", "\uFFA0"},
    Range{"\uFFF0", "\uFFFB"},
    Range{"\U0001BCA0", "\U0001BCA3"},
    Range{"\U0001D173", "\U0001D17A"},
    Range{"\U000E0000", "\U000E0FFF"},  // tags
};

// Whether one character must not be shown.
bool is_unwanted(std::string_view character) {
  return std::any_of(kUnwanted.begin(), kUnwanted.end(),
                     [&](const Range& range) { return character >= range.first && character <= range.last; });
}

}  // namespace

std::string strip_control_chars(std::string_view text) {
  std::string tamed;
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    if (length != 0 && !is_unwanted(text.substr(0, length))) tamed += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return tamed;
}

}  // namespace wyrmhall::cli
