#include "rules/hunt/odds.h"

#include <algorithm>
#include <cmath>

#include "rules/hunt/flow.h"
#include "rules/hunt/plan.h"

namespace wyrmhall::rules::hunt {
namespace {

// How likely none, one, two, and three or more of `dice` dice hit.
std::array<double, 4> hits_of(int dice, double each) {
  std::array<double, 4> odds{1, 0, 0, 0};
  for (int i = 0; i < dice; ++i) {
    odds[3] += odds[2] * each;
    odds[2] = (odds[2] * (1 - each)) + (odds[1] * each);
    odds[1] = (odds[1] * (1 - each)) + (odds[0] * each);
    odds[0] *= 1 - each;
  }
  return odds;
}

int dice_of(const Turn& turn) {
  return static_cast<int>(turn.dice.size());
}

Places all_but(const Turn& turn, Places dice) {
  const Places all = Places::first(static_cast<unsigned>(turn.dice.size()));
  return Places::from_bits(all.bits() & ~dice.bits());
}

// The dice that stay when these are thrown; before the first roll a kept die is the assisted one (H2).
Hand hand_kept(const Turn& turn, Places thrown) {
  if (turn.rolls > 0) return hand_of(turn, all_but(turn, thrown));
  if (turn.kept && !thrown.contains(0)) return kHandTable.with[kEmptyHand][index(*turn.kept)];
  return kEmptyHand;
}

// Calls visit(skill) with each that can be activated where the dice allow it.
template <class Visit>
void each_skill(const State& state, Visit&& visit) {
  const Hero& hero = acting(state);
  const auto show = [&](Skill skill) {
    if (!attacks(skill) || hero.facing != kNoDragon) visit(skill);
  };
  for (std::size_t i = 0; i < hero.skills.size(); ++i) {
    if (hero.covered[i] == 0) show(hero.skills[i].id);
  }
  show(Skill::jab);
  show(Skill::treat_wounds);
}

// 1 for the hands that form the skill.
HandWorths forming(Skill skill) {
  HandWorths worths;
  for (std::size_t hand = 0; hand < kHands; ++hand) worths[hand] = can_form(skill, static_cast<Hand>(hand)) ? 1 : 0;
  return worths;
}

CounterOdds losses(const State& state) {
  CounterOdds counter;
  const Hero& hero = acting(state);
  if (hero.facing == kNoDragon || hero.ally > 0) return counter;
  for (int dragons = 1; dragons <= 3; ++dragons) {
    counter.loss[static_cast<std::size_t>(dragons)] =
        static_cast<std::uint16_t>(loss_of(state.dragons[hero.facing], hero, dragons));
  }
  return counter;
}

}  // namespace

SkillOddsList odds_of_skills(const State& state) {
  const Turn& turn = *state.turn;
  const auto left = static_cast<std::size_t>(kMaxRolls - turn.rolls);
  const InlineVector<Throw, kMaxThrows> throws = {Throw{}, Throw{}};
  SkillOddsList list;
  each_skill(state, [&](Skill skill) {
    const Plan plan(dice_of(turn), forming(skill), throws);
    const auto with = [&](std::size_t more) {
      const std::size_t made = std::min(more, left);
      if (turn.rolls > 0) return plan.worth(hand_of(turn), made);
      const double all = plan.worth_of_keeping(kEmptyHand, made);
      if (!turn.kept) return all;
      return std::max(all, plan.worth_of_keeping(hand_kept(turn, {}), made));
    };
    const double now = turn.rolls > 0 ? plan.worth(hand_of(turn), 0) : 0;
    list.push_back({.skill = skill, .now = now, .one = with(1), .two = with(2)});
  });
  return list;
}

SkillOddsList odds_of_throwing(const State& state, Places dice) {
  const Turn& turn = *state.turn;
  const bool another = turn.rolls + 1 < kMaxRolls;
  const InlineVector<Throw, kMaxThrows> throws = {Throw{}, Throw{}};
  const Hand kept = hand_kept(turn, dice);
  SkillOddsList list;
  each_skill(state, [&](Skill skill) {
    const Plan plan(dice_of(turn), forming(skill), throws);
    const double now = turn.rolls > 0 ? plan.worth(hand_of(turn), 0) : 0;
    const double one = plan.worth_of_keeping(kept, 1);
    list.push_back({.skill = skill, .now = now, .one = one, .two = another ? plan.worth_of_keeping(kept, 2) : one});
  });
  return list;
}

CounterOdds counter_now(const State& state) {
  CounterOdds counter = losses(state);
  counter.odds[static_cast<std::size_t>(std::min<int>(3, count(*state.turn).dragons))] = 1;
  return counter;
}

CounterOdds counter_after_throwing(const State& state, Places dice) {
  CounterOdds counter = losses(state);
  const auto kept = std::min<std::size_t>(3, counts_of(hand_kept(*state.turn, dice)).dragons);
  const std::array<double, 4> more = hits_of(dice.size(), 1.0 / kFaces);
  for (std::size_t i = 0; i < more.size(); ++i) counter.odds[std::min<std::size_t>(3, kept + i)] += more[i];
  return counter;
}

std::array<double, 4> odds_of_fury(int dice) {
  return hits_of(dice, 1 - std::pow(1 - (1.0 / kFaces), kMaxRolls));
}

}  // namespace wyrmhall::rules::hunt
