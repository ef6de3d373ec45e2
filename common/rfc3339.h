// Times and days of UTC as text (RFC 3339). Years 1970 to 9999. Everything is pure.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "common/time.h"

namespace wyrmhall {

// "2026-03-01T12:34:56.123456Z".
std::string time_text(Timestamp at);
// Exactly as time_text() writes it: for texts of which each byte counts.
std::optional<Timestamp> read_time(std::string_view text);
// Any time of RFC 3339, such as 2026-11-21T09:30:00Z, or a day alone, which is its first moment.
std::optional<Timestamp> parse_time(std::string_view text);

// "2026-03-01", and back.
std::string day_text(std::chrono::sys_days day);
std::optional<std::chrono::sys_days> parse_day(std::string_view text);

}  // namespace wyrmhall
