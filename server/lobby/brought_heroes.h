// Heroes that stand in the options of a table, since their players have brought them.
#pragma once

#include <vector>

#include "persistence/values.h"
#include "server/games/hero_game.h"

namespace wyrmhall::server {

// Whoever comes to the places for which `leaves(place)` is a newcomer again.
template <class Leaves>
void take_out(const HeroGame& heroes, v1::GameOptions& options, Leaves&& leaves) {
  const v1::GameOptions before = options;
  options.clear_heroes();
  for (const v1::BroughtHero& hero : before.heroes()) {
    if (leaves(hero.place())) {
      heroes.take_out(options, hero.place());
    } else {
      *options.add_heroes() = hero;
    }
  }
}

// Who has left takes their heroes along. And whether the match will change any is told before it starts.
void settle_heroes(v1::Table& table);
// Of a match that is to be played again: they have changed since, and their players bring them if they like.
void forget_heroes(v1::GameOptions& options);
// Those that a match with these options takes from their stables.
std::vector<persistence::HeroTaken> heroes_taken(const v1::GameOptions& options);

}  // namespace wyrmhall::server
