// How bots play Dice & Dragons. The best dice to throw again are worked out exactly for the rest of the turn (plan.h);
// what a hand is worth follows from how likely the hunt is won after each activation (value.h).
//
// easy     plans one throw ahead, and misjudges activations a lot
// normal   plans the turn, and misjudges activations
// hard     plans the turn, judges as well as it can, and counts what the next hero can make of a die that is left over
//
// All functions are pure. Nothing in this game is hidden, so a bot may see the whole state.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/game.h"
#include "rules/hunt/action.h"
#include "rules/hunt/state.h"
#include "rules/seat.h"

namespace wyrmhall::rules::hunt {

// What a bot of this level does; nothing when the seat has nothing to decide. The same arguments give the same answer.
// In a village it spends only its own heroes' gold, and keeps what a resurrection costs.
std::optional<Action> decide(const State& state, Seat seat, Level level, std::uint64_t seed);

}  // namespace wyrmhall::rules::hunt
