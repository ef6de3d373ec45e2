// Dice that walk through every outcome of a step with its exact odds, by running the step again for each: an odometer
// over the faces of all the dice that it rolls, however many those are on each way through it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/dice/dice.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules {

// A step that rolls more dice than this on one way through it cannot be walked.
inline constexpr std::size_t kMaxOutcomeDice = 64;

class OutcomeDice {
 public:
  int roll(int sides) {
    if (depth_ == faces_.size()) {
      if (faces_.full()) return beyond(sides);
      faces_.push_back({static_cast<std::uint16_t>(sides), 1});
    }
    const Roll face = faces_[depth_++];
    weight_ /= sides;
    return face.value;
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

 private:
  // Gives each face in turn, so that a step that rolls until something comes up ends.
  int beyond(int sides) {
    overflowed_ = true;
    turn_ = (turn_ % sides) + 1;
    return turn_;
  }

  InlineVector<Roll, kMaxOutcomeDice> faces_;
  std::size_t depth_ = 0;
  double weight_ = 1;
  int turn_ = 0;
  bool overflowed_ = false;
};

static_assert(Dice<OutcomeDice>);

// Calls step(dice) once for each outcome; what the step finds out counts with dice.weight(), read at its end. The step
// must depend on nothing but these dice. False when there are more outcomes than `limit` (the step was then called
// `limit` times, and what it gathered is to be thrown away) or when a way through it is too long.
template <class Step>
bool walk_outcomes(std::size_t limit, Step&& step) {
  OutcomeDice dice;
  for (std::size_t seen = 0; seen < limit; ++seen) {
    step(dice);
    if (dice.overflowed()) return false;
    if (!dice.next()) return true;
  }
  return false;
}

}  // namespace wyrmhall::rules
