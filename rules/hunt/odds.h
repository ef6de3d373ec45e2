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

// In phase turn. Each throw is the best for that skill alone; the dice before the first roll are as if thrown away, but
// for an assisted one, which is kept where that is better (H2). Where the turn has fewer throws left, Blessed tokens
// aside, `one` and `two` are what comes of those that are left.
SkillOddsList odds_of_skills(const State& state);

// The same where these dice are thrown next: `now` is as above, `one` is after this throw, `two` after another one,
// which is the best for the skill. There must be a throw of them that the rules allow.
SkillOddsList odds_of_throwing(const State& state, Places dice);

// Of the counter-attack by Dragons on the dice of a turn: none, one, two, three or more.
struct CounterOdds {
  std::array<double, 4> odds{};         // how likely so many are; they sum to 1
  std::array<std::uint16_t, 4> loss{};  // what they take of the acting hero: 0 where it faces no dragon or has an ally
};

// If the hero stops here. Nobody knows yet what comes of dice that are not rolled: they count as none.
CounterOdds counter_now(const State& state);
// After these dice are thrown next.
CounterOdds counter_after_throwing(const State& state, Places dice);

// How likely a Fury brings so many Dragons with so many dice (F1): none, one, two, three or more.
std::array<double, 4> odds_of_fury(int dice);

}  // namespace wyrmhall::rules::hunt
