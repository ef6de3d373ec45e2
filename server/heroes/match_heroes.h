// The kept heroes that a match has, and when it gives them back: those of a seat that goes out, with that move; the
// others, at the end.
#pragma once

#include <span>
#include <vector>

#include "persistence/matches.h"
#include "rules/seat.h"
#include "server/games/registry.h"

namespace wyrmhall::server {

struct HeroInSeat {
  v1::BroughtHero hero;
  rules::Seat seat = 0;
};

// The heroes that a match has taken: none if it is practice.
std::vector<HeroInSeat> heroes_of(const GameKind& kind, const persistence::MatchRow& row);

// What the last move of the game gives back, each as it stands; `out_before` are the seats that were out before it.
std::vector<persistence::HeroBooked> given_back(std::span<const HeroInSeat> heroes, const RunningGame& game,
                                                rules::SeatSet out_before);

}  // namespace wyrmhall::server
