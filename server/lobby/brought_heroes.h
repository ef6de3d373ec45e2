// Heroes that stand in the options of a table, since their players have brought them.
#pragma once

#include <vector>

#include "persistence/heroes.h"
#include "server/games/hero_game.h"

namespace wyrmhall::server {

// In each place for which `leaves(place)` is true, a newcomer replaces the hero.
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

// A player who has left takes their heroes along. Whether the match will change any hero is told before it starts.
void settle_heroes(v1::Table& table);
// For a match that is to be played again: its heroes have changed since, and their players bring them if they like.
void forget_heroes(v1::GameOptions& options);
// Those that a match with these options takes from their stables.
std::vector<persistence::HeroTaken> heroes_taken(const v1::GameOptions& options);

}  // namespace wyrmhall::server
