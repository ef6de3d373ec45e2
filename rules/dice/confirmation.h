// How a client binds a decision to its seat's chain (docs/dice.md): beside the decision and the link x_k it sends a
// code that is keyed by the link after it. Nobody else has that link yet, so nobody can make the code for another
// decision; once the next decision shows it, everybody can check.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/dice/chain.h"

namespace wyrmhall::rules {

using ConfirmationCode = std::array<std::uint8_t, 16>;

// The first 16 bytes of HMAC-SHA256(key = next, "wyrmhall act v1" ‖ match id ‖ version as 4 bytes, big-endian ‖
// decision). `next` is x_(k+1), `version` that of the match which the decision answers, `decision` its text
// (rules/decision.h), at most kMaxDecisionBytes.
ConfirmationCode confirmation_code(const Link& next, const std::array<std::uint8_t, 16>& match, std::uint32_t version,
                                   std::string_view decision);

// A form has at most 32 parts of values of up to three digits.
inline constexpr std::size_t kMaxDecisionBytes = 160;

}  // namespace wyrmhall::rules
