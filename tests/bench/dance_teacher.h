// Teaches a net of Dragon Dance (rules/dance/value.h) from what became of states.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rules/dance/value.h"
#include "rules/dice/fast_dice.h"
#include "tests/bench/adam.h"

namespace wyrmhall::rules::dance {

struct Sample {
  Inputs inputs{};
  Chances target{};
};

// Remembers the latest samples and learns from any of them: cross entropy, by Adam.
class Teacher {
 public:
  explicit Teacher(Net& net) : net_(net), adam_(net) {}

  void remember(const Sample& sample) {
    if (memory_.size() < kRemembered) memory_.emplace_back();
    memory_[next_] = sample;
    next_ = (next_ + 1) % kRemembered;
  }

  // Some steps, once there is enough to learn from.
  void learn(FastDice& dice, float rate) {
    if (memory_.size() < kEnough) return;
    for (int i = 0; i < kSteps; ++i) step(dice, rate);
  }

 private:
  static constexpr std::size_t kRemembered = 60'000;
  static constexpr std::size_t kEnough = 500;
  static constexpr std::size_t kBatch = 64;
  static constexpr int kSteps = 4;

  void step(FastDice& dice, float rate) {
    slopes_ = {};
    for (std::size_t i = 0; i < kBatch; ++i) add(memory_[dice.below(memory_.size())]);
    adam_.step(slopes_, kBatch, rate);
  }

  void add(const Sample& sample) {
    const Net::Layer hidden = hidden_of(net_, sample.inputs);
    const Chances now = chances_of(net_, hidden);
    Net::Layer back{};
    for (std::size_t out = 0; out < 2; ++out) {
      const float slope = now[out] - sample.target[out];
      slopes_.offset[out] += slope;
      for (std::size_t h = 0; h < kHidden; ++h) {
        if (hidden[h] <= 0) continue;
        slopes_.second[out][h] += slope * hidden[h];
        back[h] += slope * net_.second[out][h];
      }
    }
    for (std::size_t h = 0; h < kHidden; ++h) slopes_.bias[h] += back[h];
    for (std::size_t i = 0; i < kInputs; ++i) {
      if (sample.inputs[i] == 0) continue;
      for (std::size_t h = 0; h < kHidden; ++h) slopes_.first[i][h] += sample.inputs[i] * back[h];
    }
  }

  Net& net_;
  Net slopes_;
  Adam<Net> adam_;
  std::vector<Sample> memory_;
  std::size_t next_ = 0;
};

// What was judged before a round, and what that was worth by the look-ahead of this round.
struct Position {
  std::vector<Inputs> seen;
  Chances solved{};
};

// TD(lambda): each position is to foresee a mean of its own look-ahead and of what the later ones foresee, down to the
// end.
inline void remember(Teacher& teacher, std::span<const Position> positions, const Chances& end, float lambda) {
  Chances target = end;
  for (std::size_t i = positions.size(); i-- > 0;) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      target[seat] = (lambda * target[seat]) + ((1 - lambda) * positions[i].solved[seat]);
    }
    for (const Inputs& inputs : positions[i].seen) teacher.remember({inputs, target});
  }
}

}  // namespace wyrmhall::rules::dance
