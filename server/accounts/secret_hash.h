// Secrets that the server hands out, such as tokens and the codes of invitations, are kept as their hash only.
#pragma once

#include <string_view>

#include "persistence/hash.h"
#include "rules/dice/sha256.h"

namespace wyrmhall::server {

inline persistence::Hash hash_of(std::string_view secret) {
  return rules::sha256({reinterpret_cast<const std::uint8_t*>(secret.data()), secret.size()});
}

}  // namespace wyrmhall::server
