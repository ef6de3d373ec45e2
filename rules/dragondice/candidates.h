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
// DR-19: of all sets that may be lost, the one that is worst at answering dragons.
Units cheapest_loss(const State& state, int k);

// The answers that come into question; there is at least one if the seat is asked. They are the cheapest losses and
// some at random; the ways to share points out that slay a dragon or make saves; the ways to slay the most dragons, and
// to slay none; and all answers to other questions.
void list_promising(const State& state, Seat seat, FastDice& dice, Candidates& list);

// What a player does who looks no further than the next attack: quick, for playing on at random.
Action usual_answer(const State& state, Seat seat, FastDice& dice);

}  // namespace wyrmhall::rules::dragondice
