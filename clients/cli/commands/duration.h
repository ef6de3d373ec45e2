// Times as people write them: "90s", "15m", "24h", "7d".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wyrmhall::cli {

// In seconds; a number alone is seconds too. Nothing if the text is not a time, or is a time of zero.
std::optional<std::uint32_t> parse_duration(std::string_view text);

}  // namespace wyrmhall::cli
