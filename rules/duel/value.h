// How good a state is for a seat, for bots that look ahead.
#pragma once

#include "rules/duel/state.h"
#include "rules/seat.h"

namespace wyrmhall::rules::duel {

// What one energy is worth in health, and how great a lead in health is a clear one. Found by trial: with these the
// greedy bot wins 72 duels in a hundred against the random one.
inline constexpr double kEnergyWorth = 4;
inline constexpr double kClearLead = 13;

// From 0 (the match is lost) to 1 (it is won) for the side of `seat`. Before the end: games won so far against those of
// the best other side, and within the running game the health and energy of its own living dragons against those of all
// others, where a greater lead gains less and less. 0.5 is level; a seat that the match does not have gets 0.5.
double value_of(const State& state, Seat seat);

}  // namespace wyrmhall::rules::duel
