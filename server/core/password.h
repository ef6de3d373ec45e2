// Passwords: what is kept of one, and how one that is given is held against it. Each takes a tenth of a second and tens
// of megabytes on purpose: for workers, never for the one thread that serves everybody.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "persistence/members.h"
#include "server/core/limits.h"

namespace wyrmhall::server {

// What a guess costs: more of either makes guessing dearer, and signing in too.
struct PasswordCost {
  std::uint32_t passes = kPasswordPasses;
  std::uint32_t memory_kib = kPasswordMemoryKib;
};
using PasswordSalt = std::array<std::uint8_t, 16>;

// What a worker found.
struct PasswordFound {
  bool fits = true;   // the password or passkey that was given is the one that is kept; true where there was none
  bool weak = false;  // the new one is one of those that are tried first
  std::optional<persistence::PasswordHash> made = std::nullopt;  // of the new one
  bool failed = false;                                           // there was no memory for it
  std::uint32_t counter = 0;                                     // with a passkey: what its device counts now
};

// Argon2id. Throws std::bad_alloc when there is no memory for it.
persistence::PasswordHash hash_password(std::string_view password, const PasswordCost& cost, const PasswordSalt& salt);
// Takes the same time whether it does or not.
bool is_password(std::string_view password, const persistence::PasswordHash& kept);

// Whether it is one of those that people try first, or much like the name of who takes it.
bool is_weak(std::string_view password, std::string_view name);

}  // namespace wyrmhall::server
