// The heroes of Dice & Dragons that are kept (rules/hunt/progress.h), for the server.
#pragma once

#include <string>

#include "persistence/heroes.h"
#include "rules/hunt/progress.h"
#include "server/games/hero_game.h"

namespace wyrmhall::server::hunt_wire {

struct Heroes {
  using Chronicle = rules::hunt::Chronicle;
  static const HeroGame& heroes();

  // A hero that a match gives back as it stands: what is kept of it, and what is added to its story. `options` are
  // those of the match, and `hero` is one of the heroes in its GameOptions.
  static persistence::HeroBooked booked(const rules::hunt::Options& options, const rules::hunt::State& state,
                                        const Chronicle& chronicle, const v1::BroughtHero& hero);
};

}  // namespace wyrmhall::server::hunt_wire
