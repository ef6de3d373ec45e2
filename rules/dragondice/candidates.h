// The answers that bots think about, where there are too many to try each: made, not listed.
#pragma once

#include <cstddef>

#include "rules/dice/fast_dice.h"
#include "rules/dragondice/action.h"
#include "rules/dragondice/state.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dragondice {

inline constexpr std::size_t kMaxCandidates = 128;
using Candidates = InlineVector<Action, kMaxCandidates>;

// DR-14: as many dragons as the results slay, White ones first.
Hits most_hits(const State& state);
// DR-19: of all that may be lost what is least good at answering dragons.
Units cheapest_loss(const State& state, int k);

// The answers that come into question; there is at least one if the seat is asked. Of losses the cheapest and some at
// random; of the ways to share points out those that slay a dragon or make saves; of ways to slay dragons those that
// slay the most, and nobody; and all of the others.
void list_promising(const State& state, Seat seat, FastDice& dice, Candidates& list);

// What somebody does who looks no further than the next attack: quick, for playing on at random.
Action usual_answer(const State& state, Seat seat, FastDice& dice);

}  // namespace wyrmhall::rules::dragondice
