// A seat's chain of secrets (docs/dice.md): each link is the hash of the next, so a link that is shown can be
// checked against the one before it, and says nothing about those that are still to come.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/dice/sha256.h"

namespace wyrmhall::rules {

using Link = std::array<std::uint8_t, 16>;

// A client draws x_N with N = kChainLength, so a chain lasts for that many actions of its seat.
inline constexpr int kChainLength = 4096;

// link(x_k) = x_(k-1); link(x_0) is the seat's commitment.
Link link(const Link& next);

// x_k of the chain that ends in x_N = last, 0 <= k <= length = N. Takes N - k hashes.
Link chain_link(const Link& last, int length, int k);

// Whether `next` is what comes after `before` in a chain.
inline bool follows(const Link& before, const Link& next) {
  return link(next) == before;
}

}  // namespace wyrmhall::rules
