// A moment in a query: a time, a day, or how long ago it was.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "common/rfc3339.h"
#include "server/admin/rest/schema.h"

namespace wyrmhall::server::admin {

struct Moment {
  std::variant<Timestamp, std::chrono::minutes> said;  // the minutes are before now

  [[nodiscard]] Timestamp at(Timestamp now) const {
    const auto* ago = std::get_if<std::chrono::minutes>(&said);
    return ago != nullptr ? now - *ago : std::get<Timestamp>(said);
  }
};

inline constexpr std::chrono::minutes kMaxAgo = std::chrono::days(3660);
// With another offset than UTC's, a time in the year 9999 may be in the next year in UTC.
inline constexpr Timestamp kAfterAll = std::chrono::sys_days(std::chrono::year(10'000) / 1 / 1);

// "7d", "36h", "30m": a whole number of days, hours or minutes.
inline std::optional<std::chrono::minutes> parse_ago(std::string_view text) {
  std::uint32_t number = 0;
  const auto [unit, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || unit + 1 != text.data() + text.size() || number == 0) return std::nullopt;
  std::chrono::minutes ago{};
  switch (*unit) {
    case 'm':
      ago = std::chrono::minutes(number);
      break;
    case 'h':
      ago = std::chrono::hours(number);
      break;
    case 'd':
      ago = std::chrono::days(number);
      break;
    default:
      return std::nullopt;
  }
  return ago <= kMaxAgo ? std::optional(ago) : std::nullopt;
}

inline constexpr auto kReadMoment = [](std::string_view text) -> std::optional<Moment> {
  if (const auto ago = parse_ago(text)) return Moment{*ago};
  if (const auto time = parse_time(text); time && *time < kAfterAll) return Moment{*time};
  return std::nullopt;
};

template <>
inline constexpr auto kSchema<Moment> = TextForm{
    kReadMoment,
    "is a day such as 2026-11-21, a time such as 2026-11-21T09:30:00Z, or how long ago, such as 7d, 36h or 30m",
    {}};

}  // namespace wyrmhall::server::admin
