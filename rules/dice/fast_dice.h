// A quick generator for search, bots and random games: never for a match that counts, since its rolls can be foreseen.
// The same seed gives the same rolls on every platform, which the distributions of the standard library do not promise.
#pragma once

#include <cassert>
#include <cstdint>

#include "rules/dice/dice.h"

namespace wyrmhall::rules {

// The wyrand recipe: a counter, and one 64 x 64 -> 128 bit multiplication a number.
class FastDice {
 public:
  explicit constexpr FastDice(std::uint64_t seed) : counter_(seed) {}

  constexpr std::uint64_t bits() {
    counter_ += 0xa0761d6478bd642f;
    const Wide product = Wide{counter_} * (counter_ ^ 0xe7037ed1a0b428db);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  // 0 .. n-1, n >= 1. The bias is below n / 2^64.
  constexpr std::uint64_t below(std::uint64_t n) {
    assert(n >= 1);
    return static_cast<std::uint64_t>((Wide{bits()} * n) >> 64);
  }

  constexpr int roll(int sides) { return 1 + static_cast<int>(below(static_cast<std::uint64_t>(sides))); }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t counter_;
};

static_assert(Dice<FastDice>);

}  // namespace wyrmhall::rules
