#include "clients/cli/games/typed_words.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <charconv>

namespace wyrmhall::cli {

std::string plain_letters(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* apart = icu::Normalizer2::getNFDInstance(status);
  icu::UnicodeString letters =
      icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size())));
  letters.foldCase();
  if (U_SUCCESS(status)) letters = apart->normalize(letters, status);
  icu::UnicodeString plain;
  for (int i = 0; i < letters.length(); ++i) {
    if (u_charType(letters[i]) != U_NON_SPACING_MARK) plain.append(letters[i]);
  }
  std::string bytes;
  return plain.toUTF8String(bytes);
}

std::vector<std::string> words_in(std::string_view line) {
  const std::string text = plain_letters(line);
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c != ' ' && c != ',') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_name_begun(std::string_view typed, std::string_view name) {
  const std::string plain = plain_letters(name);
  for (std::size_t at = 0; at < plain.size() && !typed.empty(); at = plain.find(' ', at)) {
    if (plain[at] == ' ') ++at;
    if (std::string_view(plain).substr(at).starts_with(typed)) return true;
  }
  return false;
}

std::optional<std::uint32_t> number_in_word(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace wyrmhall::cli
