// A bot that plays at random: any game, no looking ahead.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dice/fast_dice.h"
#include "rules/game.h"

namespace wyrmhall::rules {

// One of the seat's choices, each equally likely; nothing when it has none. `concealed` is what the seat may know. The
// same arguments give the same answer. May run at once.
template <Game G>
std::optional<typename G::Action> random_choice(const typename G::State& concealed, Seat seat, std::uint64_t seed) {
  typename G::ActionList list;
  G::choices(concealed, seat, list);
  if (list.empty()) return std::nullopt;
  return list[static_cast<std::size_t>(FastDice(seed).below(list.size()))];
}

}  // namespace wyrmhall::rules
