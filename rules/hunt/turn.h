// What a decision does (sections 2 to 5 of docs/rules/hunt.md). The action has been judged before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "rules/dice/dice.h"
#include "rules/game.h"
#include "rules/hunt/action.h"
#include "rules/hunt/event.h"
#include "rules/hunt/flow.h"
#include "rules/hunt/legal.h"
#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

// --- Rolling and items ---

// In ascending order.
template <Dice D, class Sink>
void roll_dice(Turn& turn, Places slots, D& dice, Sink& sink) {
  for (const unsigned slot : slots.each()) turn.dice[slot] = static_cast<Symbol>(dice.roll(kFaces) - 1);
  tell(sink, [&] {
    Rolled rolled{.hero = turn.hero, .slots = slots};
    for (const unsigned slot : slots.each()) rolled.dice.push_back(turn.dice[slot]);
    return rolled;
  });
}

template <Dice D, class Sink>
void roll(State& state, const Action& action, D& dice, Sink& sink) {
  Turn& turn = *state.turn;
  Hero& hero = state.heroes[turn.hero];
  if (turn.rolls == 0 && turn.kept && !action.dice.contains(0)) turn.dice[0] = *turn.kept;  // H2
  if (action.yes) {
    --hero.blessed;  // R3
  } else {
    ++turn.rolls;
  }
  roll_dice(turn, action.dice, dice, sink);
}

// A2, R-HUNT-19.
constexpr void heal(Hero& hero, int value) {
  hero.hp = static_cast<std::uint8_t>(std::min<int>(hero.hpMax, hero.hp + value));
  hero.poison = 0;
}

template <Dice D, class Sink>
void play_item(State& state, const Action& action, D& dice, Sink& sink) {
  Hero& hero = state.heroes[state.turn->hero];
  HeroItem& item = hero.items[action.slot];
  const ItemData& data = data_of(item.id);
  if (is_durable(item.id)) {  // I2
    item.active = true;
    if (data.kind == ItemKind::ac) hero.ac = static_cast<std::uint16_t>(hero.ac + data.value);
    return;
  }
  erase_at(hero.items, action.slot);  // I1
  if (data.kind == ItemKind::reroll) return roll_dice(*state.turn, action.dice, dice, sink);
  const int target = action.place;
  heal(state.heroes[static_cast<std::size_t>(target)], data.value);
}

// --- Activations ---

// L3: what an improvement adds to this part of a skill.
inline int improvement(const Hero& hero, Skill skill, Part part) {
  const std::size_t place = place_on_sheet(hero, skill);
  if (place == hero.skills.size()) return 0;
  return hero.skills[place].part == part ? hero.skills[place].plus : 0;
}

// A1: the damage of a skill as things are; the hero must face a dragon.
int damage_of(const State& state, const Hero& hero, Skill skill);
// A1: the damage, worked out and done; a dragon at 0 is dead.
int attack(State& state, const Hero& hero, Skill skill);
// A1 to A7. Returns the damage done.
int take_effect(State& state, const Action& action);
// C1 to C4, but for the death of a hero.
void counter(State& state, Activation& report);

template <class Sink>
void activate(State& state, const Action& action, Sink& sink) {
  Turn& turn = *state.turn;
  Hero& hero = state.heroes[turn.hero];
  Activation report{.hero = turn.hero};
  --hero.tokens;  // K4
  const std::optional<Skill> covers = action.kind == ActionKind::skill ? action.skill : action.cover;
  if (covers) ++hero.covered[place_on_sheet(hero, *covers)];
  turn.used = action.dice;
  for (int slot = kMaxItems; slot-- > 0;) {
    if (action.items.contains(static_cast<unsigned>(slot))) erase_at(hero.items, static_cast<std::size_t>(slot));
  }
  const std::uint8_t dragon = hero.facing;
  if (action.kind != ActionKind::fail) {
    report.type = action.kind == ActionKind::skill ? ActivationType::skill : ActivationType::general;
    report.skill = action.skill;
    report.damage = static_cast<std::uint16_t>(take_effect(state, action));
  }
  const bool slain = dragon != kNoDragon && !state.dragons[dragon].alive;
  if (!slain) counter(state, report);  // R-HUNT-9, P5
  state.last = {};
  state.last.activation = report;
  tell(sink, [&] { return report; });
  if (slain) {
    tell(sink, [&] { return DragonSlain{.dragon = dragon}; });
    const auto dead = [](const Dragon& each) { return !each.alive; };
    if (std::ranges::all_of(state.dragons, dead)) return end_hunt(state, HuntOutcome::victory, sink);  // E1, P8
    const auto other = static_cast<std::uint8_t>(1 - dragon);
    if (!is_faced(state, other)) state.replace.push_back(other);  // P7
  }
  if (hero.hp == 0) die(state, report.hero, sink);
  if (living(state) == 0) return end_hunt(state, HuntOutcome::defeat, sink);  // E2
  fill_vacancies(state, Then::assist, sink);
}

// --- After it ---

// H1.
template <class Sink>
void pass_on(State& state, const Action& action, Sink& sink) {
  const int die = action.place;
  if (die >= 0) state.assist = state.turn->dice[static_cast<std::size_t>(die)];
  begin_vote(state, sink);
}

// E3.
template <class Sink>
void vote(State& state, Seat seat, const Action& action, Sink& sink) {
  if (state.phase == Phase::turn) return state.votes.insert(seat);
  if (!action.yes) {
    state.votes.clear();
    return next_turn(state, sink);
  }
  state.votes.insert(seat);
  if (state.votes == seats_alive(state)) end_hunt(state, HuntOutcome::fled, sink);
}

// P6.
template <class Sink>
void answer(State& state, const Action& action, Sink& sink) {
  const std::uint8_t hero = hero_asked(state);
  if (action.yes) {
    state.heroes[hero].facing = state.replace[0];
    erase_at(state.replace, 0);
    state.asked.clear();
  } else {
    if (is_last_asked(state)) return end_hunt(state, HuntOutcome::fled, sink);  // R-HUNT-29
    state.asked.insert(hero);
  }
  fill_vacancies(state, *state.then, sink);
}

// What a seat does in a village (turn.cpp).
void act_in_village(State& state, Seat seat, const Action& action);

template <Dice D, class Sink>
void carry_out(State& state, Seat seat, const Action& action, D& dice, Sink& sink) {
  switch (action.kind) {
    case ActionKind::roll:
      return roll(state, action, dice, sink);
    case ActionKind::item:
      return play_item(state, action, dice, sink);
    case ActionKind::skill:
    case ActionKind::general:
    case ActionKind::fail:
      return activate(state, action, sink);
    case ActionKind::assist:
      return pass_on(state, action, sink);
    case ActionKind::flee:
      return vote(state, seat, action, sink);
    case ActionKind::replace:
      return answer(state, action, sink);
    default:
      return act_in_village(state, seat, action);
  }
}

}  // namespace wyrmhall::rules::hunt
