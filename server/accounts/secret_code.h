// Codes that people copy and type, such as those of invitations and those by which a member gets back in: what they
// look like, and how a typed one is recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "persistence/hash.h"

namespace wyrmhall::server {

inline constexpr std::size_t kInvitationSecretBytes = 15;  // 120 bits: nobody guesses one
inline constexpr std::size_t kRecoverySecretBytes = 10;    // 80 bits: nor this, as seldom as it may be tried

// Such as "k7mq-0dzr-x4ta-9ewb-5hnp-c2vg": letters and digits that are not mistaken for each other. Of a secret of
// which the letters use up all bits: 5, 10 or 15 bytes.
std::string secret_code(std::span<const std::uint8_t> secret);
// What is kept of a code. Capitals, spaces and dashes make no difference.
persistence::Hash secret_code_hash(std::string_view code);

}  // namespace wyrmhall::server
