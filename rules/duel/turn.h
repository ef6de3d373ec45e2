// One turn of a dragon: the dice of an attack, what it does to both, and the eight abilities (D-14..D-26, D-50..D-59).
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/dice/dice.h"
#include "rules/duel/event.h"
#include "rules/duel/state.h"
#include "rules/game.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::duel {

// The figures, each with an ability of its own (D-51, R-DUEL-19).
enum class Figure : std::uint8_t { none, ember, talon, lash, granite, bramble, spring, frost, gale };

// D-50: abilities count only with the option, and for automatic dragons as well.
constexpr Figure figure_of(const State& state, unsigned index) {
  return state.setup.abilities ? static_cast<Figure>(state.dragons[index].dragon) : Figure::none;
}

// The sides of the attack dice of a dragon (D-5; a team's shared set comes to the same, D-49), in the order of rolling
// (D-21): what fight() below rolls, for those who show it.
using AttackDice = InlineVector<std::uint8_t, 3>;
constexpr AttackDice attack_dice(Figure attacker, ActionKind kind) {
  if (kind == ActionKind::fire) return {8, 10, 12};
  if (kind == ActionKind::claw) return {8};
  return {8, attacker == Figure::lash ? std::uint8_t{12} : std::uint8_t{10}};
}

// The sides of the die that is rolled against it (D-22).
constexpr int defence_die(Figure attacker, ActionKind kind) {
  if (kind != ActionKind::fire) return 10;
  return attacker == Figure::ember ? 4 : 8;  // D-52; D-16
}

// What an ability adds to an attack after multiplying (D-53).
constexpr int attack_bonus(Figure attacker, ActionKind kind) {
  return kind == ActionKind::claw && attacker == Figure::talon ? 2 : 0;
}

namespace detail {

constexpr std::uint8_t byte(int value) {
  return static_cast<std::uint8_t>(value);
}

// Takes up to `amount` from a dragon's health, never below 0 (D-3), and says how much that was.
constexpr std::uint8_t hurt(Dragon& dragon, int amount) {
  const std::uint8_t taken = byte(std::min<int>(amount, dragon.health));
  dragon.health = byte(dragon.health - taken);
  return taken;
}

// D-26.
template <class Sink>
constexpr void bury(State& state, unsigned index, Sink& sink) {
  state.dragons[index].fell = ++state.deaths;
  state.living = byte(state.living & ~(1 << index));
  tell(sink, [&] { return Death{.dragon = byte(static_cast<int>(index))}; });
}

template <Dice D, class Sink>
constexpr void fight(State& state, ActionKind kind, unsigned target, D& dice, Sink& sink) {
  const unsigned actor = state.actor;
  Dragon& attacker = state.dragons[actor];
  Dragon& defender = state.dragons[target];
  const Figure attacking = figure_of(state, actor);
  const Figure defending = figure_of(state, target);
  Fight story;

  const int power = attacker.energy - cost_of(kind);
  int sum = 0;
  if constexpr (kSilent<Sink> && SummingDice<D>) {
    sum = dice.sum(attack_dice(attacking, kind));
  } else {
    const auto roll_attack = [&](int sides) {
      const int roll = dice.roll(sides);
      if constexpr (!kSilent<Sink>) story.rolls.push_back(byte(roll));
      sum += roll;
    };
    roll_attack(8);                                                                  // D-14
    if (kind == ActionKind::tail) roll_attack(attacking == Figure::lash ? 12 : 10);  // D-15; D-54
    if (kind == ActionKind::fire) {                                                  // D-16
      roll_attack(10);
      roll_attack(12);
    }
  }
  const int attack = sum * power + attack_bonus(attacking, kind);  // D-20, R-DUEL-2; D-53
  const int roll = dice.roll(defence_die(attacking, kind));        // D-21
  const int defence = roll * defender.energy;                      // D-22

  Result result = Result::tie;
  int damage = 0;
  int energy_lost = 0;
  int health_lost = 0;
  if (attack > defence) {  // D-23
    result = Result::hit;
    const int margin = attack - defence - (defending == Figure::granite ? 1 : 0);  // D-55
    damage = hurt(defender, margin);
    if (attacking == Figure::frost && defender.energy > kMinEnergy) --defender.energy;  // D-58
  } else if (attack < defence) {                                                        // D-24
    result = Result::beaten;
    energy_lost = power > kMinEnergy ? 1 : 0;
    int loss = energy_lost == 0 ? 2 : 0;          // R-DUEL-4
    if (defending == Figure::bramble) loss += 2;  // D-56
    if (loss > 0) health_lost = hurt(attacker, loss);
    if (defending == Figure::gale && defender.energy < kFullEnergy) ++defender.energy;  // D-59
  }  // D-25, R-DUEL-1: equal totals do nothing; the cost stays paid
  attacker.energy = byte(power - energy_lost);

  tell(sink, [&] {
    story.actor = byte(static_cast<int>(actor));
    story.target = byte(static_cast<int>(target));
    story.kind = kind;
    story.attack = byte(attack);
    story.defence_roll = byte(roll);
    story.defence = byte(defence);
    story.result = result;
    story.damage = byte(damage);
    story.energy_lost = byte(energy_lost);
    story.health_lost = byte(health_lost);
    return story;
  });
  if (!alive(defender)) bury(state, target, sink);
  if (!alive(attacker)) bury(state, actor, sink);  // R-DUEL-5
}

}  // namespace detail

// The turn of state.actor. The action must be available to it by D-18, and the target must be one of targets().
template <Dice D, class Sink>
constexpr void take_turn(State& state, ActionKind kind, unsigned target, D& dice, Sink& sink) {
  if (kind != ActionKind::wait) return detail::fight(state, kind, target, dice, sink);
  Dragon& dragon = state.dragons[state.actor];
  ++dragon.energy;  // D-17
  tell(sink, [&] { return Waited{.actor = state.actor, .energy = dragon.energy}; });
}

}  // namespace wyrmhall::rules::duel
