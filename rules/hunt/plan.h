// The best way to throw again: exact expectation over the rest of a turn.
//
// What counts in the end is the hand, so the worth of every hand with no throw left, with one, with two and so on
// follows backwards. Dice can be thought of as thrown one after the other with nothing decided in between: so the mean
// worth of keeping some dice is the mean of keeping them and each symbol that the next die may show. A plan costs some
// thousand additions for each throw.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>

#include "rules/hunt/hands.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::hunt {

// A number for each hand.
using HandWorths = std::array<float, kHands>;

// A throw that may be made.
struct Throw {
  float cost = 0;             // what it is worth not to make it: an item or a Blessed token (R3, I5)
  std::uint8_t most = kDice;  // dice at once
};

// The three of a turn, and more with two items and all Blessed tokens.
inline constexpr std::size_t kMaxThrows = kMaxRolls + kMaxItems + kBlessedSupply;

class Plan {
 public:
  // `dice`: how many are thrown, 0 to 5. `stop`: the worth of stopping with each hand of that many dice. `throws`:
  // those that are left, in the order in which they are made; each may be left out.
  Plan(int dice, const HandWorths& stop, const InlineVector<Throw, kMaxThrows>& throws);

  // What a hand of all dice is worth with the last `left` of the throws to come.
  [[nodiscard]] double worth(Hand hand, std::size_t left) const;
  // What it is worth to make the first of the last `left` throws, at least 1, with these dice kept: none, some or all.
  // Its cost is taken off.
  [[nodiscard]] double worth_of_keeping(Hand kept, std::size_t left) const;

  struct Step {
    std::size_t left = 0;  // the throw to make is the first of the last `left`
    Hand kept = kEmptyHand;
  };
  // What to do next, or nothing: stop.
  [[nodiscard]] std::optional<Step> next(Hand hand, std::size_t left) const;

  [[nodiscard]] std::size_t throws() const { return throws_.size(); }

 private:
  // worths_[n]: for a hand of all dice, its worth with n throws left; for a smaller one, the mean worth of a throw for
  // which it is kept, with n throws left after it.
  std::array<HandWorths, kMaxThrows + 1> worths_;
  InlineVector<Throw, kMaxThrows> throws_;  // the last one first
};

}  // namespace wyrmhall::rules::hunt
