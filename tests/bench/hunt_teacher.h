// Teaches the net of Dice & Dragons (rules/hunt/value.h) from what became of hunts.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/hunt/value.h"
#include "tests/bench/adam.h"

namespace wyrmhall::rules::hunt {

struct Sample {
  State state{};
  float target = 0;  // the chance of victory that the net is to see there
};

// Remembers the latest samples and learns from any of them: cross entropy.
class Teacher {
 public:
  explicit Teacher(Net& net) : net_(net), adam_(net) {}

  void remember(const Sample& sample) {
    if (memory_.size() < kRemembered) memory_.emplace_back();
    memory_[next_] = sample;
    next_ = (next_ + 1) % kRemembered;
  }

  // Some steps, once there is enough to learn from.
  void learn(FastDice& dice, int steps, float rate) {
    if (memory_.size() < kEnough) return;
    for (int i = 0; i < steps; ++i) {
      slopes_ = {};
      for (std::size_t n = 0; n < kBatch; ++n) add(memory_[dice.below(memory_.size())]);
      adam_.step(slopes_, kBatch, rate);
    }
  }

  // The mean cross entropy since it was last asked.
  double loss() {
    const double mean = seen_ > 0 ? loss_ / seen_ : 0;
    loss_ = seen_ = 0;
    return mean;
  }

 private:
  static constexpr std::size_t kRemembered = 60'000;
  static constexpr std::size_t kEnough = 2'000;
  static constexpr std::size_t kBatch = 64;

  void add(const Sample& sample) {
    const Judged now = judged(net_, sample.state);
    loss_ -= (sample.target * std::log(now.chance + 1e-6F)) + ((1 - sample.target) * std::log(1 + 1e-6F - now.chance));
    ++seen_;
    const float slope = now.chance - sample.target;
    slopes_.offset += slope;
    Net::Layer back{};
    for (std::size_t h = 0; h < kHidden; ++h) {
      if (now.hidden[h] <= 0) continue;
      slopes_.second[h] += slope * now.hidden[h];
      back[h] = slope * net_.second[h];
      slopes_.bias[h] += back[h];
    }
    for (std::size_t i = 0; i < kInputs; ++i) {
      if (now.inputs[i] == 0) continue;
      for (std::size_t h = 0; h < kHidden; ++h) slopes_.first[i][h] += now.inputs[i] * back[h];
    }
    for (const Judged::Of& hero : now.heroes) add(hero, back);
  }

  void add(const Judged::Of& hero, const Net::Layer& back) {
    Net::HeroLayer hero_back{};
    for (std::size_t unit = 0; unit < kHeroHidden; ++unit) {
      if (hero.hidden[unit] <= 0) continue;
      const Net::Layer& weights = net_.first[hero.sum + unit];
      for (std::size_t h = 0; h < kHidden; ++h) hero_back[unit] += back[h] * weights[h];
      slopes_.hero_bias[unit] += hero_back[unit];
    }
    for (std::size_t i = 0; i < kHeroInputs; ++i) {
      if (hero.inputs[i] == 0) continue;
      for (std::size_t unit = 0; unit < kHeroHidden; ++unit) {
        slopes_.heroes[i][unit] += hero.inputs[i] * hero_back[unit];
      }
    }
  }

  Net& net_;
  Net slopes_;
  Adam<Net> adam_;
  std::vector<Sample> memory_;
  std::size_t next_ = 0;
  double loss_ = 0;
  double seen_ = 0;
};

}  // namespace wyrmhall::rules::hunt
