// Sets of squares, one bit each: the arithmetic of the board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/arena/action.h"

namespace wyrmhall::rules::arena {

using Squares = std::uint16_t;

constexpr Squares bit(unsigned square) {
  return static_cast<Squares>(1U << square);
}
constexpr std::uint8_t lowest(Squares members) {
  return static_cast<std::uint8_t>(std::countr_zero(members));
}
constexpr Squares without_lowest(Squares members) {
  return static_cast<Squares>(members & (members - 1U));
}

constexpr unsigned count(Squares members) {
  return static_cast<unsigned>(std::popcount(members));
}

// The n-th member, from 0, of a set that has so many.
constexpr std::uint8_t nth(Squares members, unsigned n) {
  for (; n > 0; --n) members = without_lowest(members);
  return lowest(members);
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

// Four sets side by side in one word, so that a square is put into some of them at once and without a branch.
class FourSets {
 public:
  static constexpr unsigned kSets = 4;

  // `sets` has a bit for each set that the square belongs to.
  constexpr void put(unsigned square, unsigned sets) { word_ |= kFirstSquare[sets] << square; }
  constexpr Squares operator[](unsigned set) const { return static_cast<Squares>(word_ >> (set * kSquares)); }

 private:
  // The word in which square 0 belongs to these sets.
  static constexpr std::array<std::uint64_t, 1U << kSets> kFirstSquare = [] {
    std::array<std::uint64_t, 1U << kSets> words{};
    for (unsigned sets = 0; sets < words.size(); ++sets) {
      for (unsigned set = 0; set < kSets; ++set) words[sets] |= std::uint64_t{(sets >> set) & 1U} << (set * kSquares);
    }
    return words;
  }();

  std::uint64_t word_ = 0;
};

}  // namespace wyrmhall::rules::arena
