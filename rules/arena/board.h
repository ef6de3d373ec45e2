// Who stands where, as sets of squares.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/arena/squares.h"
#include "rules/arena/state.h"

namespace wyrmhall::rules::arena {

// R-ARENA-1..3.
constexpr bool beats(int attacker, int target) {
  if (attacker == 1) return target == kMaxPower;
  if (attacker == kMaxPower && target == 1) return false;
  return attacker > target;
}

// The board as sets.
struct Layout {
  std::array<Squares, 2> of{};                  // by species
  std::array<Squares, kMaxPower + 1> with{};    // by power
  std::array<Squares, kMaxPower + 1> beaten{};  // by power: the dragons, of either species, that it beats
  Squares fields = 0;

  [[nodiscard]] constexpr Squares taken() const { return static_cast<Squares>(of[0] | of[1]); }
  [[nodiscard]] constexpr Squares empty() const { return static_cast<Squares>(~taken()); }
  [[nodiscard]] constexpr Squares enemies(Species species) const { return of[index(other(species))]; }

  // what a dragon of the species and power on this square can eliminate.
  [[nodiscard]] constexpr Squares prey(Species species, unsigned square, std::size_t power) const {
    return static_cast<Squares>(neighbours(square) & enemies(species) & beaten[power]);
  }

  // whether any elimination is possible.
  [[nodiscard]] constexpr bool can_eliminate(Species species) const {
    unsigned prey = 0;
    for (std::size_t power = 1; power <= kMaxPower; ++power) {
      const auto own = static_cast<Squares>(of[index(species)] & with[power]);
      prey |= static_cast<unsigned>(spread(own) & beaten[power]);
    }
    return (prey & enemies(species)) != 0;
  }

  // the enemies that the species' power can be triggered on.
  [[nodiscard]] constexpr Squares in_power(Species species) const {
    return static_cast<Squares>(spread(static_cast<Squares>(of[index(species)] & with[1])) & enemies(species));
  }

  //
  [[nodiscard]] constexpr bool contact() const { return (spread(of[0]) & of[1]) != 0; }
};

// By power, the dragons that it beats, as `beats` has it for two.
constexpr void find_beaten(Layout& layout) {
  unsigned lower = 0;
  for (std::size_t power = 1; power <= kMaxPower; ++power) {
    layout.beaten[power] = static_cast<Squares>(lower);
    lower |= layout.with[power];
  }
  layout.beaten[1] = layout.with[kMaxPower];
  layout.beaten[kMaxPower] = static_cast<Squares>(layout.beaten[kMaxPower] & ~layout.with[1]);
}

constexpr Layout layout_of(const State& state) {
  constexpr unsigned kField = 8;
  FourSets species;
  FourSets dice;  // the three binary digits of the power, and the force field
  for (unsigned square = 0; square < kSquares; ++square) {
    const Die& die = state.board[square];
    species.put(square, 1U << index(die.species));
    dice.put(square, die.power | (die.field ? kField : 0U));
  }
  const unsigned ones = dice[0];
  const unsigned twos = dice[1];
  const unsigned fours = dice[2];
  const auto set = [](unsigned squares) { return static_cast<Squares>(squares); };
  Layout layout{.of = {species[0], species[1]},
                .with = {0, set(ones & ~(twos | fours)), set(twos & ~(ones | fours)), set(twos & ones),
                         set(fours & ~(ones | twos)), set(fours & ones), set(fours & twos)},
                .beaten = {},
                .fields = dice[3]};
  find_beaten(layout);
  return layout;
}

}  // namespace wyrmhall::rules::arena
