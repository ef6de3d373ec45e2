// How likely a hunt is won, judged between two turns.
#pragma once

#include <array>
#include <cstddef>

#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

// What a hero looks like to the judge: its state, what its skills are likely to do this round and in later ones, what
// it carries, and what its dragon may do to it.
inline constexpr std::size_t kHeroInputs = 46;
inline constexpr std::size_t kHeroHidden = 24;
using HeroInputs = std::array<float, kHeroInputs>;

// What the judge is told of a dragon beside the heroes that face it, and of the hunt.
inline constexpr std::size_t kDragonInputs = 22;
inline constexpr std::size_t kHuntInputs = 3;

// First a net for each hero, the same for all; its results for the heroes that face a dragon are added up, and so are
// those for the supporters (P4). Then a net for the hunt, over the sums of both dragons, the worse one first, and that
// of the supporters. All units are rectifiers but the last, which is the logit of victory.
inline constexpr std::size_t kSide = kDragonInputs + kHeroHidden;
inline constexpr std::size_t kInputs = (2 * kSide) + kHeroHidden + kHuntInputs;
inline constexpr std::size_t kHidden = 32;
using Inputs = std::array<float, kInputs>;

struct Net {
  using HeroLayer = std::array<float, kHeroHidden>;
  using Layer = std::array<float, kHidden>;
  std::array<HeroLayer, kHeroInputs> heroes{};  // by input
  HeroLayer hero_bias{};
  std::array<Layer, kInputs> first{};  // by input
  Layer bias{};
  Layer second{};
  float offset = 0;
};

// What a judgement was made from, for teaching the net.
struct Judged {
  struct Of {
    HeroInputs inputs{};
    Net::HeroLayer hidden{};  // before they are rectified
    std::size_t sum = 0;      // where in `inputs` it is added
  };
  InlineVector<Of, kMaxHeroes> heroes{};
  Inputs inputs{};
  Net::Layer hidden{};  // before they are rectified
  float chance = 0;
};
// The hunt must be on: a living hero, a living dragon.
Judged judged(const Net& net, const State& state);

// What the net learnt by hunting (tests/bench/hunt_training.cpp).
const Net& learnt_net();

// How likely the heroes win, from 0 to 1; 0 and 1 where the hunt is decided.
double chance_of_victory(const Net& net, const State& state);

// What a Fury of the dragon with `dice` dice does to a hero.
struct FuryThreat {
  double loss = 0;   // on average
  double death = 0;  // how likely it kills
};
FuryThreat fury_threat(const Dragon& dragon, const Hero& hero, int dice);

}  // namespace wyrmhall::rules::hunt
