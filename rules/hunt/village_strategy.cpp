// How bots act in a village: level choices, then the dead, then the market.
#include <algorithm>
#include <array>

#include "rules/hunt/flow.h"
#include "rules/hunt/thinking.h"
#include "rules/hunt/turn.h"

namespace wyrmhall::rules::hunt {
namespace {

using K = ActionKind;

// What is bought where there is room for it and gold is left for a resurrection, the best first. Runes of the hero's
// own symbol come last.
constexpr std::array kWanted = {Item::dragon_mail,  Item::whetstone,      Item::great_potion,
                                Item::leather_coat, Item::healing_potion, Item::lucky_charm};

// The next hunt with the hero's first turn in it, everybody being hurt: so healing counts too.
double worth_of_hunt(State state, std::uint8_t index, const Thinking& thinking) {
  for (Hero& hero : state.heroes) hero.alive = !hero.rests;
  state.village.reset();
  begin_hunt(state);
  for (const std::uint8_t hero : state.order) {
    state.heroes[hero].hp = static_cast<std::uint8_t>(std::max(1, state.heroes[hero].hpMax * 3 / 5));
  }
  Thinking exact = thinking;
  exact.noise = 0;
  FastDice unused(0);
  return TurnThinker(state, index, exact, unused).worth_of_turn();
}

// L3, L4: the choice with which the next hunt is worth most.
Action level_choice(const State& state, std::uint8_t index, const Thinking& thinking) {
  const Hero& hero = state.heroes[index];
  Action best;
  double most = 0;
  bool first = true;
  const auto consider = [&](const Action& action) {
    State after = state;
    act_in_village(after, hero.seat, action);
    const double worth = worth_of_hunt(after, index, thinking);
    if (!first && worth <= most) return;
    first = false;
    most = worth;
    best = action;
  };
  if (hero.pending[0] == LevelChoice::improve) {
    for (const HeroSkill& skill : hero.skills) {
      for (const Part part : {Part::attack, Part::heal}) {
        if (can_improve(skill, part)) consider({.kind = K::improve, .skill = skill.id, .hero = index, .part = part});
      }
    }
  } else {
    for (std::size_t skill = 0; skill < kOwnSkills; ++skill) {
      const auto id = static_cast<Skill>(skill);
      if (can_learn(hero, id)) consider({.kind = K::learn, .skill = id, .hero = index});
    }
  }
  return best;
}

// The hero of the seat that pays for a resurrection: the dead hero itself, or the richest.
std::optional<std::uint8_t> payer_of(const State& state, Seat seat, std::uint8_t dead) {
  std::optional<std::uint8_t> payer;
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.seat != seat || hero.rests || hero.gold < kResurrectionGold) continue;
    if (i == dead) return i;
    if (!payer || hero.gold > state.heroes[*payer].gold) payer = i;
  }
  return payer;
}

// V3: the seat's own dead, and those whose own seat cannot pay.
std::optional<Action> resurrection(const State& state, Seat seat) {
  for (const bool own : {true, false}) {
    for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
      const Hero& hero = state.heroes[i];
      if (hero.alive || hero.rests || (hero.seat == seat) != own) continue;
      if (!own && payer_of(state, hero.seat, i)) continue;
      if (const auto payer = payer_of(state, seat, i)) return Action{.kind = K::resurrect, .hero = i, .other = *payer};
    }
  }
  return std::nullopt;
}

// V4: never at the price of an item, or of the gold that a resurrection costs.
std::optional<Action> purchase(const State& state, Seat seat) {
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.seat != seat || !hero.alive || hero.items.full()) continue;
    const auto buys = [&](Item item) {
      if (state.village->stock[index(item)] == 0) return false;
      const auto has = [&](const HeroItem& each) { return each.id == item; };
      if (is_durable(item) && std::ranges::any_of(hero.items, has)) return false;
      return hero.gold >= static_cast<std::uint32_t>(data_of(item).price + kResurrectionGold);
    };
    const auto rune = static_cast<Item>(index(Item::rune_sword) + index(hero.symbol));
    const auto* const wanted = std::ranges::find_if(kWanted, buys);
    if (wanted == kWanted.end() && !buys(rune)) continue;
    return Action{.kind = K::buy, .hero = i, .place = -1, .item = wanted == kWanted.end() ? rune : *wanted};
  }
  return std::nullopt;
}

}  // namespace

Action decide_in_village(const State& state, Seat seat, const Thinking& thinking) {
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.seat == seat && !hero.rests && !hero.pending.empty()) return level_choice(state, i, thinking);
  }
  if (const auto action = resurrection(state, seat)) return *action;
  if (const auto action = purchase(state, seat)) return *action;
  return {.kind = K::ready};
}

}  // namespace wyrmhall::rules::hunt
