// Dice that walk through every outcome of a step with its exact odds, by running the step again for each: an odometer
// over the faces of all the dice that it rolls, however many those are on each way through it.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "rules/dice/dice.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules {

// A step that rolls more dice than this on one way through it cannot be walked.
inline constexpr std::size_t kMaxOutcomeDice = 64;

class OutcomeDice {
 public:
  int roll(int sides) {
    const int face = turn(sides);
    weight_ /= sides;
    return face;
  }

  // The odds of the rolls so far, exact to a rounding of the last bit: 1 divided by the sides of each die.
  [[nodiscard]] double weight() const { return weight_; }

  // Whether a way through the step was longer than kMaxOutcomeDice.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

  // Turns to the next outcome; false when all have been seen.
  bool next() {
    depth_ = 0;
    weight_ = 1;
    while (!faces_.empty()) {
      Roll& last = faces_[faces_.size() - 1];
      if (last.value < last.sides) {
        ++last.value;
        return true;
      }
      faces_.pop_back();
    }
    return false;
  }

 protected:
  // The value, 1..values, that the next of the dice has in this outcome.
  int turn(int values) {
    if (depth_ == faces_.size()) {
      if (faces_.full()) return beyond(values);
      faces_.push_back({static_cast<std::uint16_t>(values), 1});
    }
    return faces_[depth_++].value;
  }

  double weight_ = 1;

 private:
  // Gives each face in turn, so that a step that rolls until something comes up ends.
  int beyond(int sides) {
    overflowed_ = true;
    turn_ = (turn_ % sides) + 1;
    return turn_;
  }

  InlineVector<Roll, kMaxOutcomeDice> faces_;
  std::size_t depth_ = 0;
  int turn_ = 0;
  bool overflowed_ = false;
};

static_assert(Dice<OutcomeDice>);

// Outcome dice that take several dice of which only the sum matters as one: each sum comes once, with the odds of all
// the faces that make it. A breath of Dragon Duel has 224 outcomes instead of 7,680.
class SumOutcomeDice : public OutcomeDice {
 public:
  // The sum of dice of these sides, which must not come to more than kMaxSum.
  int sum(std::span<const std::uint8_t> sides) {
    if (sides_.size() != sides.size() || !std::equal(sides.begin(), sides.end(), sides_.begin())) learn(sides);
    const int least = static_cast<int>(sides.size());
    const int value = turn(most_ - least + 1) + least - 1;
    weight_ *= odds_[static_cast<std::size_t>(value)];
    return value;
  }

  static constexpr std::size_t kMaxSum = 64;
  static constexpr std::size_t kMaxSummed = 4;

 private:
  // The odds of each sum of the latest dice: one die after another is added to the ways to make it.
  void learn(std::span<const std::uint8_t> sides) {
    sides_.clear();
    odds_ = {1};
    most_ = 0;
    for (const std::uint8_t die : sides) {
      assert(most_ + die <= static_cast<int>(kMaxSum));
      sides_.push_back(die);
      std::array<double, kMaxSum + 1> with{};
      for (int before = 0; before <= most_; ++before) {
        for (int face = 1; face <= die; ++face) {
          const auto so_far = static_cast<std::size_t>(before);
          with[so_far + static_cast<std::size_t>(face)] += odds_[so_far] / die;
        }
      }
      odds_ = with;
      most_ += die;
    }
  }

  InlineVector<std::uint8_t, kMaxSummed> sides_;
  std::array<double, kMaxSum + 1> odds_{1};
  int most_ = 0;
};

static_assert(SummingDice<SumOutcomeDice>);

// Calls step(dice) once for each outcome; what the step finds out counts with dice.weight(), read at its end. The step
// must depend on nothing but these dice. False when there are more outcomes than `limit` (the step was then called
// `limit` times, and what it gathered is to be thrown away) or when a way through it is too long.
template <std::derived_from<OutcomeDice> D = OutcomeDice, class Step>
bool walk_outcomes(std::size_t limit, Step&& step) {
  D dice;
  for (std::size_t seen = 0; seen < limit; ++seen) {
    step(dice);
    if (dice.overflowed()) return false;
    if (!dice.next()) return true;
  }
  return false;
}

}  // namespace wyrmhall::rules
