#include "clients/cli/commands/duration.h"

#include <charconv>
#include <limits>

namespace wyrmhall::cli {
namespace {

std::uint64_t seconds_of(std::string_view unit) {
  if (unit.empty() || unit == "s") return 1;
  if (unit == "m") return 60;
  if (unit == "h") return 3600;
  if (unit == "d") return 86'400;
  return 0;
}

}  // namespace

std::optional<std::uint32_t> parse_duration(std::string_view text) {
  std::uint32_t number = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [rest, error] = std::from_chars(begin, end, number);
  if (error != std::errc()) return std::nullopt;
  const std::uint64_t seconds = number * seconds_of({rest, end});
  if (seconds == 0 || seconds > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(seconds);
}

}  // namespace wyrmhall::cli
