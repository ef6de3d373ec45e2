// How a dragon attack goes on (section 4 of docs/rules/dragondice.md): the steps from its targets to the wings,
// whatever the game around it is. Each step throws one die at most.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/dice/dice.h"
#include "rules/dragondice/dragons.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/legal.h"
#include "rules/dragondice/state.h"
#include "rules/game.h"

namespace wyrmhall::rules::dragondice {

// --- What tells nothing and throws nothing (attack_flow.cpp) ---

// DR-3: which dragons take part, and what each attacks where the table decides. Returns whether all is decided.
bool set_targets(State& state, Place terrain);
// DR-13: what a breath leaves on the army, and which units are rolled for burial.
void leave_effects(State& state);
// The next treasure's session, or the army's answer (DR-13, DR-11).
void next_treasure(State& state);
void begin_session(State& state, Purpose purpose, int limit, int budget);
// R-DD-28: whether the maneuver results of a species count as saves in an answer to dragons.
bool dodges(Species species, Elements terrain);
// What a unit shows in the army's answer.
void count_face(State& state, unsigned unit, Face face);
// The next unit whose icon asks something.
void next_special(State& state);
// Steps 5, and 7 to 10 of the answer.
void count_results(State& state);
void total_results(State& state);
// DR-14, DR-15: which dragons die, and what damage is left.
void deal_damage(State& state);
// DR-20.
void end_empty_armies(State& state);
// Numeric results of a special icon.
void add_saves(State& state, unsigned unit, int saves);

// --- Units that die ---

// DR-18: the units go to the DUA; those that may rise are rolled before the attack goes on.
inline void kill(State& state, Units units, Step then) {
  Attack& attack = state.attack;
  attack.killed = units;
  attack.rising.clear();
  for (const unsigned unit : units.each()) {
    state.units[unit].at = kDead;
    if (data_of(state, unit).rises) attack.rising.insert(unit);
  }
  attack.then = then;
  state.step = Step::rise;
}

template <Dice D, class Sink>
Face roll_unit(State& state, unsigned unit, RolledFor purpose, D& dice, Sink& sink) {
  const UnitData& data = data_of(state, unit);
  const auto value = static_cast<std::uint8_t>(dice.roll(data.sides));
  const Face face = data.faces[value - 1U];
  if (purpose == RolledFor::response) {
    state.attack.response.values[unit - first_unit(state, state.seat)] = value;
  }
  tell(sink, [&] {
    return UnitRolled{.purpose = purpose,
                      .unit = static_cast<std::uint8_t>(unit),
                      .value = value,
                      .icon = face.icon,
                      .number = face.number};
  });
  return face;
}

template <Dice D, class Sink>
void roll_to_rise(State& state, D& dice, Sink& sink) {
  Attack& attack = state.attack;
  if (attack.rising.empty()) {
    state.step = attack.then;
    return;
  }
  const unsigned unit = attack.rising.first();
  attack.rising.erase(unit);
  const Face face = roll_unit(state, unit, RolledFor::rise, dice, sink);
  if (face.icon == Icon::rise_from_the_ashes) state.units[unit].at = kReserve;
}

// DR-13, DR-18.
template <Dice D, class Sink>
void roll_for_burial(State& state, D& dice, Sink& sink) {
  Attack& attack = state.attack;
  if (attack.burying.empty()) {
    state.step = Step::breath_order;
    return;
  }
  const unsigned unit = attack.burying.first();
  attack.burying.erase(unit);
  const Face face = roll_unit(state, unit, RolledFor::burial, dice, sink);
  if (data_of(face.icon).lone_save && face.number > 0) return;
  state.units[unit].at = kBuried;
  if (!data_of(state, unit).rises) return;
  attack.rising.insert(unit);
  attack.then = Step::burial;
  state.step = Step::rise;
}

// --- The dragons ---

// DR-4: all targets are known.
template <class Sink>
void reveal_targets(State& state, Sink& sink) {
  Attack& attack = state.attack;
  for (const std::uint8_t dragon : attack.dragons) {
    if (attack.targets[dragon] == kTheArmy) attack.on_army.insert(dragon);
  }
  tell(sink, [&] {
    AttackBegun begun{.terrain = attack.terrain, .dragons = attack.dragons};
    for (const std::uint8_t dragon : attack.dragons) begun.targets.push_back(attack.targets[dragon]);
    return begun;
  });
  state.step = Step::dragon_roll;
}

template <class Sink>
void begin_attack(State& state, Place terrain, Sink& sink) {
  if (set_targets(state, terrain)) return reveal_targets(state, sink);
  state.step = Step::designate;
  state.asking = true;
}

// DR-9, DR-10.
template <Dice D, class Sink>
void roll_dragon(State& state, D& dice, Sink& sink) {
  Attack& attack = state.attack;
  if (attack.rolled == attack.dragons.size()) {
    state.step = Step::breath_order;
    return;
  }
  const unsigned dragon = attack.dragons[attack.rolled];
  const DragonType type = state.dragons[dragon].type;
  const bool on_army = attack.on_army.contains(dragon);
  const int value = dice.roll(kDragonFaces);
  const DragonIcon icon = kForms[index(state.dragons[dragon].form)][static_cast<std::size_t>(value - 1)];
  int damage = damage_of(icon, is_white(type));
  bool again = icon == DragonIcon::tail;
  switch (icon) {
    case DragonIcon::breath:
      if (on_army) {
        attack.breath.insert(dragon);
      } else {
        damage = breath_of(type);
        again = true;
      }
      break;
    case DragonIcon::wings:
      attack.wings.insert(dragon);
      break;
    case DragonIcon::belly:
      attack.belly.insert(dragon);
      break;
    case DragonIcon::treasure:
      if (on_army) attack.treasure.insert(dragon);
      break;
    default:
      break;
  }
  attack.damage[dragon] = static_cast<std::uint16_t>(attack.damage[dragon] + damage);
  tell(sink, [&] {
    return DragonRolled{.dragon = static_cast<std::uint8_t>(dragon),
                        .value = static_cast<std::uint8_t>(value),
                        .icon = icon,
                        .damage = static_cast<std::uint8_t>(damage)};
  });
  if (again && ++attack.chain < kMaxChain) return;
  attack.chain = 0;
  ++attack.rolled;
}

// --- The army's answer ---

// First all units by number, then the chains of those that are rolled again, each to its end.
template <Dice D, class Sink>
void roll_army(State& state, D& dice, Sink& sink) {
  Response& response = state.attack.response;
  const bool first = !response.to_roll.empty();
  if (!first && response.to_chain.empty()) {
    state.step = Step::specials;
    return;
  }
  const unsigned unit = first ? response.to_roll.first() : response.to_chain.first();
  if (first) {
    response.to_roll.erase(unit);
    response.rolled.insert(unit);
  } else {
    response.to_chain.erase(unit);
  }
  const Face face = roll_unit(state, unit, RolledFor::response, dice, sink);
  count_face(state, unit, face);
  if (first || !response.to_chain.contains(unit)) {
    response.chain = 0;
  } else if (++response.chain == kMaxChain) {  // R-DD-12
    response.to_chain.erase(unit);
    response.chain = 0;
  }
}

// --- Promotions ---

// DR-16: all exchanges of the session happen together.
template <class Sink>
void end_session(State& state, Sink& sink) {
  const Promotion promotion = state.attack.promotion;
  for (const unsigned unit : promotion.down.each()) state.units[unit].at = kDead;
  for (const unsigned unit : promotion.up.each()) state.units[unit].at = state.attack.terrain;
  if (!promotion.up.empty()) tell(sink, [&] { return Promoted{.down = promotion.down, .up = promotion.up}; });
  switch (promotion.purpose) {
    case Purpose::treasure:
      state.step = Step::treasure;
      return;
    case Purpose::wild_growth: {
      Units& specials = state.attack.response.specials;
      const unsigned unit = specials.first();
      add_saves(state, unit, promotion.budget);
      specials.erase(unit);
      state.step = Step::specials;
      return;
    }
    case Purpose::slain:
      state.step = Step::wings;
      return;
  }
}

template <class Sink>
void promote(State& state, const Action& action, Sink& sink) {
  if (action.unit == kNone) return end_session(state, sink);
  Promotion& promotion = state.attack.promotion;
  const int gained = data_of(state, action.other).health - data_of(state, action.unit).health;
  if (promotion.purpose == Purpose::wild_growth) {
    promotion.budget = static_cast<std::uint8_t>(promotion.budget - gained);
  }
  promotion.down.insert(action.unit);
  promotion.up.insert(action.other);
  promotion.dead.erase(action.other);
}

// --- The end ---

template <class Sink>
void take_casualties(State& state, Units units, Sink& sink) {
  const Attack& attack = state.attack;
  for (const unsigned dragon : attack.dead.each()) state.dragons[dragon].at = kPool;
  for (const unsigned dragon : attack.by_army.each()) {
    const int slain = state.slain[state.seat] + force_value(state.dragons[dragon].type);
    state.slain[state.seat] = static_cast<std::uint8_t>(std::min(slain, 255));
  }
  tell(sink,
       [&] { return Damaged{.net = attack.net, .killed = units, .dead = attack.dead, .by_army = attack.by_army}; });
  kill(state, units, Step::slain);
}

// DR-17, but for the end of the match.
template <class Sink>
void fly_home(State& state, Sink& sink) {
  const Dragons flown = state.attack.wings.without(state.attack.dead);
  for (const unsigned dragon : flown.each()) state.dragons[dragon].at = kPool;
  if (!flown.empty()) tell(sink, [&] { return FlownHome{.dragons = flown}; });
  end_empty_armies(state);
}

}  // namespace wyrmhall::rules::dragondice
