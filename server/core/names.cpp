#include "server/core/names.h"

#include <fmt/format.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <memory>
#include <utility>

#include "server/core/limits.h"
#include "server/core/reserved_names.h"

namespace wyrmhall::server {
namespace {

bool joins(UChar32 c) {
  return c == ' ' || c == '-' || c == '_' || c == '\'' || c == '.';
}

bool belongs_to_a_word(UChar32 c) {
  const auto mask = U_GET_GC_MASK(c);
  return (mask & (U_GC_L_MASK | U_GC_ND_MASK | U_GC_MN_MASK | U_GC_MC_MASK)) != 0;
}

bool is_mark(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

// Takes no room of its own, so there could be a tower of them.
bool stands_on_a_letter(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_MN_MASK) != 0;
}

std::string nth(int place) {
  const bool teens = place / 10 == 1;
  const int last = teens ? 0 : place % 10;
  return fmt::format("{}{}", place, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

struct SpoofCloser {
  void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
};

using Spoof = std::unique_ptr<USpoofChecker, SpoofCloser>;

icu::UnicodeString skeleton(const Spoof& checker, const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString result;
  uspoof_getSkeletonUnicodeString(checker.get(), 0, text, result, &status);
  return U_SUCCESS(status) ? result : text;
}

bool is_ascii(const icu::UnicodeString& text) {
  for (std::int32_t i = 0; i < text.length(); ++i) {
    if (text.charAt(i) > 0x7F) return false;
  }
  return true;
}

// What all look-alikes of a name have in common: the skeleton of UTS 39, of the name in lower case, so that names that
// differ in case only are alike too. Capitals of other scripts that look like Latin ones are exchanged before, since
// their small letters may not.
std::string look_alike_key(const icu::UnicodeString& name) {
  UErrorCode status = U_ZERO_ERROR;
  const Spoof checker(uspoof_open(&status));
  icu::UnicodeString latin;
  for (std::int32_t i = 0; i < name.length(); i = name.moveIndex32(i, 1)) {
    const icu::UnicodeString one(name.char32At(i));
    const icu::UnicodeString like = U_SUCCESS(status) && !is_ascii(one) ? skeleton(checker, one) : one;
    latin.append(is_ascii(like) ? like : one);
  }
  latin.foldCase();
  icu::UnicodeString shape = U_SUCCESS(status) ? skeleton(checker, latin) : latin;
  std::string key;
  shape.foldCase().toUTF8String(key);
  return key;
}

pb::RefusalCode code_of(NameFault fault) {
  switch (fault) {
    case NameFault::kUnseen:
      return pb::REFUSAL_CODE_NAME_UNSEEN;
    case NameFault::kMarks:
      return pb::REFUSAL_CODE_NAME_MARKS;
    case NameFault::kReserved:
      return pb::REFUSAL_CODE_NAME_RESERVED;
    case NameFault::kForm:
      break;
  }
  return pb::REFUSAL_CODE_NAME_INVALID;
}

}  // namespace

std::string name_key(std::string_view utf8) {
  const auto raw = icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size())));
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  return look_alike_key(U_SUCCESS(status) ? nfc->normalize(raw, status) : raw);
}

std::expected<Name, NameRefused> check_name(std::string_view utf8) {
  const auto refuse = [](NameFault fault, std::string detail) {
    return std::unexpected(NameRefused{.fault = fault, .detail = std::move(detail)});
  };
  if (utf8.size() > kNameBytes) {
    return refuse(NameFault::kForm, fmt::format("a name has at most {} characters", kMaxNameCharacters));
  }
  icu::UnicodeString raw =
      icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size())));
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) return refuse(NameFault::kForm, "the name cannot be normalised");
  const icu::UnicodeString name = nfc->normalize(raw, status);
  if (U_FAILURE(status)) return refuse(NameFault::kForm, "the name is not well-formed UTF-8");

  const int characters = name.countChar32();
  if (characters < kMinNameCharacters || characters > kMaxNameCharacters) {
    return refuse(NameFault::kForm, fmt::format("a name has {} to {} characters; this one has {}", kMinNameCharacters,
                                                kMaxNameCharacters, characters));
  }
  bool after_join = true;  // a name neither begins with a joining character nor has two in a row
  int marks = 0;           // on the letter before
  for (std::int32_t i = 0; i < name.length(); i = name.moveIndex32(i, 1)) {
    const UChar32 c = name.char32At(i);
    if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0) {
      return refuse(NameFault::kUnseen,
                    fmt::format("a name has no characters that nobody sees; this one has U+{:04X}, the {} of {}",
                                static_cast<std::uint32_t>(c), nth(name.countChar32(0, i) + 1), characters));
    }
    if (c == 0xFFFD || (!joins(c) && !belongs_to_a_word(c))) {
      return refuse(NameFault::kForm,
                    "a name is made of letters of any script, digits, and single spaces or - _ ' . between them");
    }
    if (joins(c) && after_join) {
      return refuse(NameFault::kForm,
                    "a name begins with a letter or digit and has no two spaces or punctuation marks in a row");
    }
    if (is_mark(c) && after_join) {
      return refuse(NameFault::kMarks, "a mark such as an accent stands on a letter; this one has none before it");
    }
    marks = stands_on_a_letter(c) ? marks + 1 : is_mark(c) ? marks : 0;
    if (marks > kMarksPerLetter) {
      return refuse(NameFault::kMarks, fmt::format("a letter has at most {} marks such as accents", kMarksPerLetter));
    }
    after_join = joins(c);
  }
  if (after_join) return refuse(NameFault::kForm, "a name ends with a letter or a digit");

  Name result;
  name.toUTF8String(result.shown);
  result.key = look_alike_key(name);
  if (is_reserved(result.shown)) {
    return refuse(
        NameFault::kReserved,
        "this name could be taken for the server's, for that of whoever runs it, or for a bot's; take another");
  }
  return result;
}

std::expected<Name, NameRefused> check_bot_name(std::string_view utf8) {
  if (is_bot_name(utf8)) utf8.remove_prefix(kBotPrefix.size());
  auto own = check_name(utf8);
  if (!own) return own;
  const std::string shown = std::string(kBotPrefix) + own->shown;
  const int characters = icu::UnicodeString::fromUTF8(shown).countChar32();
  if (characters > kMaxNameCharacters) {
    return std::unexpected(
        NameRefused{.fault = NameFault::kForm,
                    .detail = fmt::format("a bot's name has at most {} characters after \"{}\"; this one has {}",
                                          kMaxNameCharacters - static_cast<int>(kBotPrefix.size()), kBotPrefix,
                                          characters - static_cast<int>(kBotPrefix.size()))});
  }
  return Name{.shown = shown, .key = name_key(shown)};
}

bool is_bot_name(std::string_view shown) {
  return shown.starts_with(kBotPrefix);
}

pb::Refusal refusal(const NameRefused& name) {
  return refusal(code_of(name.fault), name.detail, "name");
}

}  // namespace wyrmhall::server
