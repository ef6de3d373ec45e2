#include "server/core/label.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "server/core/limits.h"

namespace wyrmhall::server {

std::expected<std::string, pb::Refusal> check_label(std::string_view utf8) {
  icu::UnicodeString text = icu::UnicodeString::fromUTF8({utf8.data(), static_cast<std::int32_t>(utf8.size())});
  text.trim();
  const std::int32_t characters = text.countChar32();
  if (characters > static_cast<std::int32_t>(kLabelCharacters)) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_FIELD_INVALID, "it has at most 40 characters", "name");
    refused.set_given(characters);
    refused.set_highest(kLabelCharacters);
    return std::unexpected(std::move(refused));
  }
  for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    if (u_charType(text.char32At(at)) == U_CONTROL_CHAR) {
      return std::unexpected(
          refusal(pb::REFUSAL_CODE_FIELD_INVALID, "it may have no line breaks and no control characters", "name"));
    }
  }
  std::string label;
  text.toUTF8String(label);
  return label;
}

}  // namespace wyrmhall::server
