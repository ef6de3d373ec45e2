// The codes of invitations: what they look like, and how a typed one is recognised.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "persistence/hash.h"

namespace wyrmhall::server {

inline constexpr std::size_t kInvitationSecretBytes = 15;  // 120 bits: nobody guesses one

// Such as "k7mq-0dzr-x4ta-9ewb-5hnp-c2vg": letters and digits that are not mistaken for each other.
std::string invitation_code(const std::array<std::uint8_t, kInvitationSecretBytes>& secret);
// What is kept of a code. Capitals, spaces and dashes make no difference.
persistence::Hash invitation_hash(std::string_view code);

}  // namespace wyrmhall::server
