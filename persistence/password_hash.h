// What is kept of a password.
#pragma once

#include <array>
#include <cstdint>

#include "persistence/hash.h"

namespace wyrmhall::persistence {

// What a password can be checked against: Argon2id of it (RFC 9106), and what it was made with.
struct PasswordHash {
  std::uint32_t passes = 0;
  std::uint32_t memory_kib = 0;
  std::array<std::uint8_t, 16> salt{};
  Hash key{};
  friend bool operator==(const PasswordHash&, const PasswordHash&) = default;
};

}  // namespace wyrmhall::persistence
