// What dragons attack, what it takes to slay them and who may call them (DR-2 to DR-12), in any dragon attack, whatever
// the game around it is.
#pragma once

#include <cstdint>

#include "rules/dragondice/state.h"

namespace wyrmhall::rules::dragondice {

inline constexpr int kAutomaticSaves = 5;
inline constexpr int kMaxChain = 100;  // faces of one chain (R-DD-12): more than ever come up

// DR-2: whether a dragon attacks another one that is there.
constexpr bool will_attack(DragonType attacker, DragonType other) {
  using enum DragonKind;
  const DragonData& a = data_of(attacker);
  const DragonData& b = data_of(other);
  if (a.kind == ivory || a.kind == ivory_hybrid || b.kind == ivory) return false;
  if (a.kind == white) return b.kind != white;  // R-DD-03
  if (b.kind == ivory_hybrid) return (a.elements & b.elements) == 0;
  return a.kind != b.kind || a.elements != b.elements;  // R-DD-04
}

// DR-3: the dragons that one may choose from; empty where it attacks the army.
constexpr Dragons victims_of(const State& state, unsigned dragon) {
  Dragons victims;
  for (const std::uint8_t other : state.attack.dragons) {
    if (other != dragon && will_attack(state.dragons[dragon].type, state.dragons[other].type)) victims.insert(other);
  }
  return victims;
}

// DR-9, without breath.
constexpr int damage_of(DragonIcon icon, bool white) {
  constexpr std::array<int, 7> kDamage = {12, 0, 6, 5, 0, 3, 0};  // by icon
  return kDamage[index(icon)] * (white ? 2 : 1);
}
// DR-9: what a breath does to a dragon, and how much health it kills of an army (R-DD-11).
constexpr int breath_of(DragonType type) {
  return is_white(type) ? 10 : 5;
}

// DR-12.
constexpr int need(const State& state, unsigned dragon) {
  const int health = is_white(state.dragons[dragon].type) ? 10 : 5;
  return health + (state.attack.belly.contains(dragon) ? 0 : kAutomaticSaves);
}

// DR-5 to DR-7: whether a player with these elements may take a dragon from where it is, without the spell that White
// dragons need (DR-8).
constexpr bool may_be_summoned(DragonType type, Place from, Elements elements) {
  const DragonData& data = data_of(type);
  const bool own = (data.elements & elements) != 0;
  switch (data.kind) {
    case DragonKind::elemental:
    case DragonKind::hybrid:
      return own;
    case DragonKind::ivory:
      return elements != 0 && !from.is_terrain();
    case DragonKind::ivory_hybrid:
      return elements != 0 && (own || !from.is_terrain());
    case DragonKind::white:
      break;
  }
  return false;
}

// the elements of the seat's units at terrains.
inline Elements elements_of(const State& state, Seat seat) {
  Elements elements = 0;
  for (unsigned unit = first_unit(state, seat); unit < end_of_units(state, seat); ++unit) {
    const Place at = state.units[unit].at;
    if (!at.is_terrain()) continue;
    const Elements own = kElementsOf[index(data_of(state, unit).species)];
    elements = static_cast<Elements>(elements | (own != 0 ? own : elements_of(state.terrains[at.number])));
  }
  return elements;
}

}  // namespace wyrmhall::rules::dragondice
