// How likely either side of Dragon Dance is to win, judged at the end of a round.
#pragma once

#include <array>
#include <cstddef>

#include "rules/dance/state.h"

namespace wyrmhall::rules::dance {

// By seat. What they lack to 1 is the chance of a draw, which is worth nothing to either (R-DANCE-16).
using Chances = std::array<float, 2>;

// What a judgement is made from. For each side: its cards but Recuperate, which it always has; how many of its ready
// dice show each face; and its life in three measures. Dice that Recuperate is yet to roll count as the mean roll. Then
// whether the range is short.
inline constexpr std::size_t kLifeMeasures = 3;
inline constexpr std::size_t kSideInputs = (kDeckSize - 1) + kFaces + kLifeMeasures;
inline constexpr std::size_t kInputs = (2 * kSideInputs) + 1;
inline constexpr std::size_t kHidden = 32;
using Inputs = std::array<float, kInputs>;
Inputs inputs_of(const State& state);

// A net with one hidden layer of rectifiers. Its two outputs are the logits of the seats' wins; that of a draw is 0.
struct Net {
  using Layer = std::array<float, kHidden>;
  std::array<Layer, kInputs> first{};  // by input
  Layer bias{};
  std::array<Layer, 2> second{};  // by output
  std::array<float, 2> offset{};
};
Net::Layer hidden_of(const Net& net, const Inputs& inputs);  // before they are rectified
Chances chances_of(const Net& net, const Net::Layer& hidden);

// What the net learnt by playing against itself (tests/bench/dance_training.cpp).
const Net& learnt_net();

// The chances after a round: exact where the match is decided, by the net elsewhere. The plain judgement knows only the
// lives, and how many cards and ready dice there are. Near the round limit both look more and more at the shares of
// life that will decide (E2).
class Judge {
 public:
  static Judge plain() { return Judge(nullptr); }
  explicit Judge(const Net& net) : Judge(&net) {}
  [[nodiscard]] Chances chances(const State& state) const;

 private:
  explicit Judge(const Net* net) : net_(net) {}
  const Net* net_;
};

}  // namespace wyrmhall::rules::dance
