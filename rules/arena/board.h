// Who stands where, as sets of squares.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/arena/state.h"

namespace wyrmhall::rules::arena {

// One bit a square.
using Squares = std::uint16_t;

constexpr Squares bit(unsigned square) {
  return static_cast<Squares>(1U << square);
}
constexpr std::uint8_t lowest(Squares squares) {
  return static_cast<std::uint8_t>(std::countr_zero(squares));
}
constexpr Squares without_lowest(Squares squares) {
  return static_cast<Squares>(squares & (squares - 1U));
}

// These squares and all that are adjacent to one of them: a step left or right within the row, then one up or
// down.
constexpr Squares spread(Squares squares) {
  constexpr unsigned kFirstColumn = 0x1111;
  constexpr unsigned kLastColumn = 0x8888;
  const unsigned row = squares | ((squares & ~kLastColumn) << 1U) | ((squares & ~kFirstColumn) >> 1U);
  return static_cast<Squares>(row | (row << unsigned{kColumns}) | (row >> unsigned{kColumns}));
}

//
constexpr Squares neighbours(unsigned square) {
  return static_cast<Squares>(spread(bit(square)) & ~bit(square));
}

// R-ARENA-1..3.
constexpr bool beats(int attacker, int target) {
  if (attacker == 1) return target == kMaxPower;
  if (attacker == kMaxPower && target == 1) return false;
  return attacker > target;
}

// The board as sets.
struct Layout {
  std::array<Squares, 2> of{};                // by species
  std::array<Squares, kMaxPower + 1> with{};  // by power
  Squares fields = 0;

  [[nodiscard]] constexpr Squares taken() const { return static_cast<Squares>(of[0] | of[1]); }
  [[nodiscard]] constexpr Squares empty() const { return static_cast<Squares>(~taken()); }
  [[nodiscard]] constexpr Squares enemies(Species species) const { return of[index(other(species))]; }

  // The dragons, of either species, that one of this power beats.
  [[nodiscard]] constexpr Squares beaten_by(int power) const {
    Squares squares = 0;
    for (int target = 1; target <= kMaxPower; ++target) {
      if (beats(power, target)) squares = static_cast<Squares>(squares | with[static_cast<std::size_t>(target)]);
    }
    return squares;
  }

  // what a dragon of the species and power on this square can eliminate.
  [[nodiscard]] constexpr Squares prey(Species species, unsigned square, int power) const {
    return static_cast<Squares>(neighbours(square) & enemies(species) & beaten_by(power));
  }

  // whether any elimination is possible.
  [[nodiscard]] constexpr bool can_eliminate(Species species) const {
    for (int power = 1; power <= kMaxPower; ++power) {
      const Squares own = static_cast<Squares>(of[index(species)] & with[static_cast<std::size_t>(power)]);
      if (own != 0 && (spread(own) & enemies(species) & beaten_by(power)) != 0) return true;
    }
    return false;
  }

  // the enemies that the species' power can be triggered on.
  [[nodiscard]] constexpr Squares in_power(Species species) const {
    return static_cast<Squares>(spread(static_cast<Squares>(of[index(species)] & with[1])) & enemies(species));
  }

  //
  [[nodiscard]] constexpr bool contact() const { return (spread(of[0]) & of[1]) != 0; }
};

constexpr Layout layout_of(const State& state) {
  Layout layout;
  for (unsigned square = 0; square < kSquares; ++square) {
    const Die& die = state.board[square];
    if (die.species == Species::none) continue;
    layout.of[index(die.species)] |= bit(square);
    layout.with[die.power] |= bit(square);
    if (die.field) layout.fields |= bit(square);
  }
  return layout;
}

}  // namespace wyrmhall::rules::arena
