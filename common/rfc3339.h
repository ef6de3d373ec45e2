// Times as text (RFC 3339), in microseconds of UTC since 1970, and days, counted from the same moment. Years 1970 to
// 9999. Everything is pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall {

// "2026-03-01T12:34:56.123456Z".
std::string time_text(std::int64_t microseconds);
// Exactly as time_text() writes it: for texts of which each byte counts.
std::optional<std::int64_t> read_time(std::string_view text);
// Any time of RFC 3339, such as 2026-11-21T09:30:00Z, or a day alone, which is its first moment.
std::optional<std::int64_t> parse_time(std::string_view text);

// "2026-03-01", and back.
std::string day_text(std::int64_t day);
std::optional<std::int64_t> parse_day(std::string_view text);

}  // namespace wyrmhall
