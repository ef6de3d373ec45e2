// The exact odds of a turn, for players: which skills can be activated from here, and what counter-attack threatens.
// All functions are pure and may run at once.
#pragma once

#include <array>
#include <cstdint>

#include "rules/hunt/data.h"
#include "rules/hunt/places.h"
#include "rules/hunt/state.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::hunt {

// How likely it is that a skill can be formed, from 0 to 1. Items are left aside.
struct SkillOdds {
  Skill skill = Skill::jab;
  double now = 0;  // 0 or 1: with the dice as they are
  double one = 0;  // with one more throw
  double two = 0;  // with two
};

// The skills that the acting hero can activate where the dice allow it: the open ones of the sheet, then Jab and Treat
// Wounds; none that attacks where the hero faces no dragon (P4).
using SkillOddsList = InlineVector<SkillOdds, kMaxSheet + 2>;

// To be asked in phase turn. Each throw is the best for that skill alone. Before the first roll all dice are thrown,
// but an assisted one is kept where that is better (H2). Where the turn has fewer throws left, Blessed tokens aside,
// `one` and `two` are for those that are left.
SkillOddsList odds_of_skills(const State& state);

// The same where these dice are thrown next: `now` is as above, `one` is after this throw, `two` after another one,
// which is the best for the skill. There must be a throw of them that the rules allow.
SkillOddsList odds_of_throwing(const State& state, Places dice);

// The counter-attack by Dragons on the dice of a turn, by their number: none, one, two, three or more.
struct CounterOdds {
  std::array<double, 4> odds{};         // how likely each number is; they sum to 1
  std::array<std::uint16_t, 4> loss{};  // what that many take off the hero: 0 where it faces no dragon or has an ally
};

// If the hero stops here. Nobody knows yet what dice that are not rolled will show: they count as none.
CounterOdds counter_now(const State& state);
// After these dice are thrown next.
CounterOdds counter_after_throwing(const State& state, Places dice);

// How likely a Fury with `dice` dice brings no Dragon, one, two, and three or more (F1).
std::array<double, 4> odds_of_fury(int dice);

}  // namespace wyrmhall::rules::hunt
