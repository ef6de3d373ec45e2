// What the rules ask of a source of dice. They cannot tell which one they were handed:
//   fair_stream.h   the auditable stream that every real match is rolled with
//   tape.h          a list of rolls written down beforehand, for tests
//   fast_dice.h     a quick generator, for search and random games
//   outcomes.h      every outcome in turn, each with its odds
//   recorder.h      any of them, with the rolls written down
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace wyrmhall::rules {

inline constexpr int kMinSides = 2;
inline constexpr int kMaxSides = 256;

// One die that was rolled: 1 <= value <= sides.
struct Roll {
  std::uint16_t sides = 0;
  std::uint16_t value = 0;
  friend bool operator==(const Roll&, const Roll&) = default;
};

// roll(n), kMinSides <= n <= kMaxSides, is the face 1..n of the next die.
template <class D>
concept Dice = requires(D dice, int sides) {
  { dice.roll(sides) } -> std::convertible_to<int>;
};

// Dice that can tell the sum of several at once. A step asks for it where it needs no single face and nobody is told of
// them; the odds are those of rolling the dice one by one.
template <class D>
concept SummingDice = Dice<D> && requires(D dice, std::span<const std::uint8_t> sides) {
  { dice.sum(sides) } -> std::convertible_to<int>;
};

// Fisher-Yates from the last element down, one die a step: j = die(i + 1) - 1 for i from the last index to 1.
template <Dice D, class Range>
void shuffle(Range& values, D& dice) {
  for (std::size_t i = values.size(); i-- > 1;) {
    const auto j = static_cast<std::size_t>(dice.roll(static_cast<int>(i) + 1) - 1);
    using std::swap;
    swap(values[i], values[j]);
  }
}

}  // namespace wyrmhall::rules
