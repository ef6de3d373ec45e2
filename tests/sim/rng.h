// Chance in the simulator: all of it comes from the one seed of a run.
#pragma once

#include <cstdint>
#include <vector>

#include "common/time.h"
#include "rules/dice/fast_dice.h"

namespace wyrmhall::sim {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : dice_(seed * 0x9e3779b97f4a7c15 + 1) {}

  // 0 .. n-1, n >= 1.
  std::uint64_t below(std::uint64_t n) { return dice_.below(n); }
  // least .. most, both included.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
  }
  Duration between(Duration least, Duration most) { return Duration(between(least.count(), most.count())); }
  // True once in 1/p times.
  bool chance(double p) { return static_cast<double>(dice_.bits() >> 11U) * 0x1p-53 < p; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  // A source of its own, so that what one part draws does not shift what another one does.
  Rng fork() { return Rng(dice_.bits()); }
  rules::FastDice& dice() { return dice_; }

 private:
  rules::FastDice dice_;
};

}  // namespace wyrmhall::sim
