// Which states of a Dragon Duel are the same to a search.
#pragma once

#include <cstdint>

#include "rules/duel/state.h"
#include "rules/search/key.h"

namespace wyrmhall::rules::duel {

// For states in which somebody decides or nothing is left to do. The number of the round is left out: it matters only
// when the cap is near, and without it the same position is found again whenever it comes back.
constexpr std::uint64_t key_of(const State& state) {
  KeyMixer mixer;
  mixer.add(std::uint64_t{state.seat} | (std::uint64_t{state.actor} << 8U) | (std::uint64_t{state.pos} << 16U) |
            (std::uint64_t{state.first} << 24U) | (std::uint64_t{state.game} << 32U) |
            (static_cast<std::uint64_t>(state.phase) << 40U));
  std::uint64_t order = 0;
  for (const std::uint8_t index : state.order) order = (order << 8U) | index;
  if (state.setup.sides > 2 || state.setup.dragons > 2) mixer.add(order);  // of two it follows from pos and actor
  for (unsigned i = 0; i < state.setup.dragons; ++i) {
    const Dragon& dragon = state.dragons[i];
    mixer.add(std::uint64_t{dragon.dragon} | (std::uint64_t{dragon.health} << 8U) |
              (std::uint64_t{dragon.energy} << 16U) | (std::uint64_t{state.wins[i]} << 24U));
  }
  return mixer.key();
}

}  // namespace wyrmhall::rules::duel
