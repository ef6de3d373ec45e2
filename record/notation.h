// The words of a record: bytes in hexadecimal, ids as UUIDs, times of ISO 8601, and the two enumerations.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/values.h"
#include "rules/match.h"

namespace wyrmhall::record {

inline constexpr std::string_view kFormat = "wyrmhall record 1";
inline constexpr std::array<std::string_view, 5> kMoveKindNames = {"action", "resigned", "timedOut", "standIn",
                                                                   "resumed"};
// By number from 1, as in rules::EndReason.
inline constexpr std::array<std::string_view, 3> kEndReasonNames = {"played", "resigned", "time"};

std::string hex_text(std::span<const std::uint8_t> bytes);
// Lower case only, and of exactly the length of `bytes`.
bool read_hex(std::string_view text, std::span<std::uint8_t> bytes);

std::string uuid_text(const Id& id);
std::optional<Id> read_uuid(std::string_view text);

// "2026-03-01T12:34:56.123456Z". Years 1970 to 9999.
std::string time_text(std::int64_t microseconds);
std::optional<std::int64_t> read_time(std::string_view text);

std::string_view kind_text(rules::MoveKind kind);
std::optional<rules::MoveKind> read_kind(std::string_view text);
std::string_view reason_text(rules::EndReason reason);

}  // namespace wyrmhall::record
