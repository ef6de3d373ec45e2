// Which states of Dragons Arena are the same to a search.
#pragma once

#include <cstdint>

#include "rules/arena/state.h"
#include "rules/search/key.h"

namespace wyrmhall::rules::arena {

// For states in which somebody decides or nothing is left to do. Past duels count by their nuggets. The number of turns
// is left out, and so is that of turns without an elimination, unless the powers are there: only then can A-43 apply.
constexpr std::uint64_t key_of(const State& state) {
  KeyMixer mixer;
  mixer.add(static_cast<std::uint64_t>(state.phase) | (static_cast<std::uint64_t>(state.to_move) << 8U) |
            (static_cast<std::uint64_t>(state.starter) << 16U) | (std::uint64_t{state.duel} << 24U) |
            (std::uint64_t{state.nuggets[0]} << 32U) | (std::uint64_t{state.nuggets[1]} << 40U) |
            (std::uint64_t{state.setup.master ? state.stall : std::uint8_t{0}} << 48U));
  std::uint64_t half = 0;
  for (std::size_t i = 0; i < kSquares; ++i) {
    const Die& die = state.board[i];
    half = (half << 8U) | (static_cast<std::uint64_t>(die.species) << 4U) | (die.field ? 8U : 0U) | die.power;
    if (i % 8 == 7) mixer.add(half);
  }
  for (const Pool& pool : state.pool) {
    std::uint64_t powers = 1;  // so that an empty pool and one that is hidden differ
    for (const std::uint8_t power : pool) powers = (powers << 4U) | power;
    mixer.add(powers);
  }
  return mixer.key();
}

}  // namespace wyrmhall::rules::arena
