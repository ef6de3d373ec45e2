#include "server/core/access_event.h"

#include <algorithm>
#include <cctype>

namespace wyrmhall::server {

namespace pb = wyrmhall::v1;

bool is_told(pb::RefusalCode code) {
  switch (code) {
    case pb::REFUSAL_CODE_MALFORMED:
    case pb::REFUSAL_CODE_HELLO_FIRST:
    case pb::REFUSAL_CODE_TOKEN_UNKNOWN:
    case pb::REFUSAL_CODE_TOO_FAST:
    case pb::REFUSAL_CODE_LIMIT_REACHED:
    case pb::REFUSAL_CODE_ACCOUNT_BLOCKED:
    case pb::REFUSAL_CODE_FIND_PAUSED:
    case pb::REFUSAL_CODE_REGISTRATION_CLOSED:
    case pb::REFUSAL_CODE_INVITATION_UNKNOWN:
    case pb::REFUSAL_CODE_SECRET_WRONG:
      return true;
    default:
      return false;
  }
}

std::string refusal_word(pb::RefusalCode code, std::string_view field) {
  constexpr std::string_view kCodePrefix = "REFUSAL_CODE_";
  std::string word = pb::RefusalCode_Name(code);
  if (word.starts_with(kCodePrefix)) word.erase(0, kCodePrefix.size());
  if (code == pb::REFUSAL_CODE_LIMIT_REACHED && !field.empty()) word += "_" + std::string(field);
  std::ranges::transform(word, word.begin(),
                         [](unsigned char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
  return word;
}

}  // namespace wyrmhall::server
