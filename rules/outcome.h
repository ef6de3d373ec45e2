// How a match ended.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/seat.h"

namespace wyrmhall::rules {

// `winners` holds each seat that won: one, a whole team, all (a shared win), or none (a draw, or a solitaire game that
// was lost). `place[seat]` ranks the seats from 1; equal numbers are shared places; 0 for a seat that the match does
// not have.
struct Outcome {
  SeatSet winners;
  std::array<std::uint8_t, kMaxSeats> place{};
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// What a player who plays alone has come to, for the high scores.
struct Score {
  std::string_view name;  // which high score: one of the game's kScores
  std::uint32_t points = 0;
  friend bool operator==(const Score&, const Score&) = default;
};

}  // namespace wyrmhall::rules
