// Bytes of fixed size that are kept.
#pragma once

#include <array>
#include <cstdint>

namespace wyrmhall::persistence {

using Hash = std::array<std::uint8_t, 32>;
using Link = std::array<std::uint8_t, 16>;

}  // namespace wyrmhall::persistence
