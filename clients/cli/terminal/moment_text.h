// Times of the server as people read them: where they are, to the minute or the day.
#pragma once

#include <cstdint>
#include <string>

namespace wyrmhall::cli {

// Of microseconds of UTC since 1970: "2026-11-28 08:30", "2026-11-28".
std::string moment_text(std::uint64_t microseconds);
std::string day_text(std::uint64_t microseconds);

}  // namespace wyrmhall::cli
