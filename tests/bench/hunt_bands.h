// Bands of heroes for the benchmarks of Dice & Dragons.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/hunt/flow.h"
#include "rules/hunt/options.h"
#include "rules/hunt/turn.h"

namespace wyrmhall::rules::hunt {

// Every set of `heroes` of the five classes.
inline std::vector<std::vector<Class>> parties(int heroes) {
  constexpr unsigned kPremade = 5;
  std::vector<std::vector<Class>> all;
  for (unsigned bits = 0; bits < 1U << kPremade; ++bits) {
    if (std::popcount(bits) != heroes) continue;
    std::vector<Class> party;
    for (unsigned of = 0; of < kPremade; ++of) {
      if ((bits >> of & 1U) != 0) party.push_back(static_cast<Class>(of));
    }
    all.push_back(party);
  }
  return all;
}

// The heroes raised to this level as the rules do it (L2 to L6); choose(state, seat) decides what they learn.
template <class Choose>
void raise(Options& options, int level, FastDice& dice, Choose&& choose) {
  State state = make_state(options);
  HuntEnd report;
  begin_village(state, true, false);
  for (unsigned i = 0; i < state.heroes.size(); ++i) {
    Hero& hero = state.heroes[i];
    while (hero.level < level) {
      int hits = 0;
      for (int made = 0; made < kMaxRolls; ++made) {
        for (int left = kDice - hits; left > 0; --left) hits += dice.roll(kFaces) == 1 ? 1 : 0;
      }
      raise_level(state, i, hits, report);
    }
    HeroOption& option = options.heroes[i];
    while (!state.heroes[i].pending.empty()) act_in_village(state, hero.seat, choose(state, hero.seat));
    option.level = hero.level;
    option.hpMax = hero.hpMax;
    option.baseAc = hero.baseAc;
    option.skills.emplace(hero.skills.begin(), hero.skills.end());
  }
}

}  // namespace wyrmhall::rules::hunt
