// Options of Dragon Duel that between them reach every mode and every option, for tests.
#pragma once

#include <vector>

#include "rules/duel/options.h"

namespace wyrmhall::rules::testing {

inline std::vector<duel::Options> duel_options() {
  using duel::Mode;
  std::vector<duel::Options> all;
  const auto add = [&](auto change) {
    duel::Options options;
    change(options);
    all.push_back(options);
    options.abilities = true;
    all.push_back(options);
  };
  add([](duel::Options& o) { o.mode = Mode::duel; });
  add([](duel::Options& o) { o.dragons = {{8, 5}}; });
  add([](duel::Options& o) { o.match_games = 3, o.fair = true; });
  add([](duel::Options& o) { o.match_games = 9, o.round_cap = 20, o.dragons = {{6, 4}}; });
  for (const int enemies : {1, 2, 7}) {
    add([&](duel::Options& o) { o.mode = Mode::solitaire, o.enemies = enemies, o.round_cap = 0; });
  }
  for (const int players : {3, 5, 8}) {
    add([&](duel::Options& o) { o.mode = Mode::arena, o.players = players; });
    add([&](duel::Options& o) { o.mode = Mode::arena, o.players = players, o.fair = true, o.round_cap = 20; });
  }
  for (const int lanes : {2, 3, 4}) {
    add([&](duel::Options& o) { o.mode = Mode::battle, o.lanes = lanes; });
  }
  add([](duel::Options& o) { o.mode = Mode::battle, o.match_games = 5, o.owners = {{0, 0, 1, 2}}; });
  add([](duel::Options& o) { o.mode = Mode::battle, o.lanes = 3, o.owners = {{0, 1, 1, 2, 3, 2}}; });
  return all;
}

// Beside those, which the fingerprint is of, rings that are begun by the same dragon in each round (R-DUEL-14), and
// matches of several games in a ring (R-DUEL-24).
inline std::vector<duel::Options> all_duel_options() {
  std::vector<duel::Options> all = duel_options();
  for (const int players : {3, 8}) {
    duel::Options options;
    options.mode = duel::Mode::arena;
    options.players = players;
    options.same_start = true;
    all.push_back(options);
    options.fair = true;
    all.push_back(options);
  }
  for (const int games : {3, 7}) {
    duel::Options options;
    options.mode = duel::Mode::arena;
    options.match_games = games;
    all.push_back(options);
    options.players = 5;
    options.abilities = true;
    all.push_back(options);
    options.mode = duel::Mode::solitaire;
    options.enemies = 1;
    all.push_back(options);
    options.enemies = 3;
    all.push_back(options);
  }
  return all;
}

}  // namespace wyrmhall::rules::testing
