// How good a state is for a seat, for bots that look ahead.
#pragma once

#include "rules/arena/state.h"
#include "rules/seat.h"

namespace wyrmhall::rules::arena {

// How great a lead in power is a clear one.
inline constexpr double kClearLead = 10;

// From 0 (the match is lost) to 1 (it is won) for `seat`. Before the end: nuggets so far against those of the other
// species, and within the running duel the lead in power after the best elimination that the species to move has, where
// a greater lead gains less and less. Nothing tells allocations, pairs and places apart: they are worth the same. 0.5
// is level; a seat that the match does not have gets 0.5.
double value_of(const State& state, Seat seat);

}  // namespace wyrmhall::rules::arena
