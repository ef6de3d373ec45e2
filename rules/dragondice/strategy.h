// How bots play Dragon Dice. Each answer that comes into question (candidates.h) is followed through many futures, in
// which both seats go on with their usual answers; the answers that do worst are dropped on the way, so that most
// futures are of the few that are hard to tell apart. A future ends some turns on, where it is valued (value.h).
//
// easy     usual answers, and now and then any
// normal   some futures
// hard     many, further on
//
// A bot whose time is up chooses by the futures so far, or gives a usual answer if they are too few.
//
// All functions are pure.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dragondice/action.h"
#include "rules/dragondice/state.h"
#include "rules/game.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dragondice {

// Each answer needs this many futures before they say more than a usual answer does.
inline constexpr int kMinFutures = 4;

// What a bot of this level does with what its seat may know; nothing when the seat has nothing to decide. stop() is
// asked each time that all answers still in question have had one more future, which takes some milliseconds at most.
// The same arguments give the same answer, for the same answers of stop().
std::optional<Action> decide(const State& concealed, Seat seat, Level level, std::uint64_t seed, const Stop& stop);

}  // namespace wyrmhall::rules::dragondice
