// How bots play Dice & Dragons. What is best to throw again is exact for the rest of the turn (plan.h); what a hand is
// worth comes from a judgement of the hunt after each activation (worth.h).
//
// easy     plans one throw ahead, and misjudges
// normal   plans the turn
// hard     plans what the hero does in the rest of the round, counts what the next hero can make of a die that is left
//          over, and tries hunts out before it votes to flee
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
