// A match as it was read, played through: what its actor goes on from.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "persistence/matches.h"
#include "server/games/running_game.h"
#include "server/match/seat_notes.h"

namespace wyrmhall::server {

struct PlayedThrough {
  persistence::MatchRow row;
  std::unique_ptr<RunningGame> game;
  std::deque<persistence::Move> moves;
  SeatNotes notes;
  std::uint32_t decisions = 0;  // of seats, among the moves
  bool over = false;
};

// Null if it cannot be played through; the reason goes to the log. May be called from any thread: it takes a
// microsecond or two for each move.
std::unique_ptr<PlayedThrough> play_through(persistence::StoredMatch match);

}  // namespace wyrmhall::server
