#include "record/notation.h"

#include <algorithm>

namespace wyrmhall::record {

std::string_view kind_text(rules::MoveKind kind) {
  return kMoveKindNames[static_cast<std::size_t>(kind)];
}

std::optional<rules::MoveKind> read_kind(std::string_view text) {
  const auto found = std::find(kMoveKindNames.begin(), kMoveKindNames.end(), text);
  if (found == kMoveKindNames.end()) return std::nullopt;
  return static_cast<rules::MoveKind>(found - kMoveKindNames.begin());
}

std::string_view reason_text(rules::EndReason reason) {
  return kEndReasonNames[static_cast<std::size_t>(reason) - 1];
}

}  // namespace wyrmhall::record
