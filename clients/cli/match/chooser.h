// --auto: decides from the choices that are offered.
#pragma once

#include <cstdint>
#include <random>

#include "clients/cli/settings.h"

namespace wyrmhall::cli {

class Chooser {
 public:
  Chooser(Decider decider, std::uint64_t seed) : decider_(decider), chance_(seed) {}

  // The index of the choice that is taken, of `count` > 0. The same seed leads to the same choices on every machine.
  std::uint64_t choose(std::uint64_t count) {
    // The generator is the same everywhere; the distributions of the standard library are not.
    return decider_ == Decider::kFirst ? 0 : chance_() % count;
  }

 private:
  Decider decider_;
  std::mt19937_64 chance_;
};

}  // namespace wyrmhall::cli
