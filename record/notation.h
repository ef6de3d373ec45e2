// The words of a record: bytes, ids and times as common/ writes them, and the two enumerations.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "common/hex.h"
#include "common/rfc3339.h"
#include "common/uuid.h"
#include "record/values.h"
#include "rules/match.h"

namespace wyrmhall::record {

// By number from 1.
inline constexpr std::array<std::string_view, kNewestFormat> kFormats = {"wyrmhall record 1", "wyrmhall record 2",
                                                                         "wyrmhall record 3"};
inline constexpr std::array<std::string_view, 6> kMoveKindNames = {"action",  "resigned", "timedOut",
                                                                   "standIn", "resumed",  "absent"};
// By number from 1, as in rules::EndReason.
inline constexpr std::array<std::string_view, 4> kEndReasonNames = {"played", "resigned", "time", "absence"};

std::string_view kind_text(rules::MoveKind kind);
std::optional<rules::MoveKind> read_kind(std::string_view text);
std::string_view reason_text(rules::EndReason reason);

}  // namespace wyrmhall::record
