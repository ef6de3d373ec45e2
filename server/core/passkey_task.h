// What a connection was asked to make or use a passkey for.
#pragma once

#include <array>
#include <cstdint>

#include "common/time.h"

namespace wyrmhall::server {

struct PasskeyTask {
  std::array<std::uint8_t, 32> challenge{};
  Timestamp until{};
};

}  // namespace wyrmhall::server
