// Times as people write them: "90s", "15m", "24h", "7d".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wyrmhall::cli {

// In seconds; a number alone is seconds too. Nothing for what is none, or is none that lasts.
std::optional<std::uint32_t> parse_duration(std::string_view text);

}  // namespace wyrmhall::cli
