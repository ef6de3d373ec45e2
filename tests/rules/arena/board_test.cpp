// The board as sets of squares, against the same asked of each square.
#include "rules/arena/board.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace wyrmhall::rules;
using arena::Squares;
using arena::State;

TEST_CASE("every set of squares has the members that it is counted to have") {
  std::uint64_t wrong = 0;
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    const auto squares = static_cast<Squares>(bits);
    unsigned n = 0;
    for (std::uint8_t square = 0; square < arena::kSquares; ++square) {
      if ((squares & arena::bit(square)) == 0) continue;
      if (arena::nth(squares, n++) != square) ++wrong;
    }
    if (arena::count(squares) != n) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("the dragons that a power beats are the same in sets and one by one") {
  State state;
  for (std::size_t square = 0; square < arena::kSquares; ++square) {
    state.board[square] = {.species = arena::kSpecies[square % 2],
                           .power = static_cast<std::uint8_t>(1 + (square % arena::kMaxPower))};
  }
  const arena::Layout layout = arena::layout_of(state);
  for (std::size_t power = 1; power <= arena::kMaxPower; ++power) {
    for (std::size_t square = 0; square < arena::kSquares; ++square) {
      const bool in_set = (layout.beaten[power] & arena::bit(static_cast<unsigned>(square))) != 0;
      CHECK(in_set == arena::beats(static_cast<int>(power), state.board[square].power));
    }
  }
}
