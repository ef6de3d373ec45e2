// The state of Dragon Dice (docs/rules/dragondice.md). Only what a dragon attacks can be hidden, while its owner has
// chosen and others have yet to choose (DR-4). Trivially copyable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "rules/described.h"
#include "rules/dragondice/attack.h"
#include "rules/dragondice/data.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/options.h"
#include "rules/dragondice/places.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dragondice {

struct Unit {
  UnitType type = 0;
  Place at{};
  static constexpr auto kFields = fields(field("type", &Unit::type, {.names = kUnitNames}), field("at", &Unit::at));
  friend bool operator==(const Unit&, const Unit&) = default;
};

struct Dragon {
  DragonType type = DragonType::elemental_air;
  DragonForm form = DragonForm::drake;
  Seat owner = 0;
  Place at{};
  static constexpr auto kFields = fields(field("type", &Dragon::type, {.names = kDragonTypeNames}),
                                         field("form", &Dragon::form, {.names = kFormNames}),
                                         field("owner", &Dragon::owner, {.most = 1}), field("at", &Dragon::at));
  friend bool operator==(const Dragon&, const Dragon&) = default;
};

// What lasts on an army until its owner's next turn begins (DR-13, DR-20).
struct Effects {
  bool halve_melee = false;
  bool halve_missile = false;
  bool halve_maneuver = false;
  bool ignore_id = false;
  std::uint8_t add_save = 0;  // all Cloaks together
  static constexpr auto kFields =
      fields(field("halve_melee", &Effects::halve_melee), field("halve_missile", &Effects::halve_missile),
             field("halve_maneuver", &Effects::halve_maneuver), field("ignore_id", &Effects::ignore_id),
             field("add_save", &Effects::add_save));
  friend bool operator==(const Effects&, const Effects&) = default;
};

// The options that still matter once the match has started.
struct Setup {
  std::uint8_t rounds = 8;
  std::uint8_t regroup = 1;
  std::uint8_t slay_points = 4;
  std::uint8_t call_gain = 7;
  std::uint8_t call_cost = 7;
  std::uint8_t call_cost_white = 14;
  std::uint8_t call_cap = 14;
  bool species_abilities = false;
  bool special_maneuvers = false;  // they count as saves of special icons too (R-DD-28)
  static constexpr auto kFields = fields(
      field("rounds", &Setup::rounds), field("regroup", &Setup::regroup), field("slay_points", &Setup::slay_points),
      field("call_gain", &Setup::call_gain), field("call_cost", &Setup::call_cost),
      field("call_cost_white", &Setup::call_cost_white), field("call_cap", &Setup::call_cap),
      field("species_abilities", &Setup::species_abilities), field("special_maneuvers", &Setup::special_maneuvers));
  friend bool operator==(const Setup&, const Setup&) = default;
};

struct State {
  Setup options{};
  std::uint8_t round = 0;  // 0: the opening call
  Seat seat = 1;           // the marching player
  Step step = Step::gain;
  bool asking = false;         // a question is open; otherwise the step happens by itself
  std::uint8_t regrouped = 0;  // moves in this turn
  std::array<Terrain, kTerrainsInPlay> terrains{};
  std::uint8_t first_of_seat1 = 0;  // the number of seat 1's first unit
  InlineVector<Unit, std::size_t{2} * kMaxUnits> units{};
  InlineVector<Dragon, kMaxDragons> dragons{};
  std::array<std::array<Effects, kTerrainsInPlay>, 2> effects{};  // by seat and terrain
  std::array<std::uint8_t, 2> call{};
  std::array<std::uint8_t, 2> slain{};
  std::uint8_t todo = 0;  // terrains, one bit each
  Attack attack{};
  std::optional<Result> result{};

  static constexpr auto kFields =
      fields(field("options", &State::options), field("round", &State::round), field("seat", &State::seat, {.most = 1}),
             field("step", &State::step, {.names = kStepNames}), field("asking", &State::asking),
             field("regrouped", &State::regrouped), field("terrains", &State::terrains, {.names = kTerrainNames}),
             field("first_of_seat1", &State::first_of_seat1, {.most = kMaxUnits}), field("units", &State::units),
             field("dragons", &State::dragons), field("effects", &State::effects), field("call", &State::call),
             field("slain", &State::slain), field("todo", &State::todo, {.most = 7}), field("attack", &State::attack),
             field("result", &State::result));
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 4096);

// --- Looking at a state ---

constexpr unsigned first_unit(const State& state, Seat seat) {
  return seat == 0 ? 0U : state.first_of_seat1;
}
constexpr unsigned end_of_units(const State& state, Seat seat) {
  return seat == 0 ? state.first_of_seat1 : static_cast<unsigned>(state.units.size());
}

inline const UnitData& data_of(const State& state, unsigned unit) {
  return unit_data(state.units[unit].type);
}

// The seat's units at a place; at a terrain they are an army.
constexpr Units units_at(const State& state, Seat seat, Place place) {
  Units units;
  for (unsigned unit = first_unit(state, seat); unit < end_of_units(state, seat); ++unit) {
    if (state.units[unit].at == place) units.insert(unit);
  }
  return units;
}

constexpr Dragons dragons_at(const State& state, Place place) {
  Dragons dragons;
  for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
    if (state.dragons[dragon].at == place) dragons.insert(dragon);
  }
  return dragons;
}

// The army that is attacked: always the marching player's (DR-1).
constexpr Units army_of(const State& state) {
  return units_at(state, state.seat, state.attack.terrain);
}
constexpr Effects& effects_on_army(State& state) {
  return state.effects[state.seat][state.attack.terrain.number];
}
constexpr const Effects& effects_on_army(const State& state) {
  return state.effects[state.seat][state.attack.terrain.number];
}

// Whether the seat has a unit at a terrain or in its Reserve Area.
constexpr bool has_units(const State& state, Seat seat) {
  for (unsigned unit = first_unit(state, seat); unit < end_of_units(state, seat); ++unit) {
    if (state.units[unit].at <= kReserve) return true;
  }
  return false;
}

inline int health_of(const State& state, Units units) {
  int health = 0;
  for (const unsigned unit : units.each()) health += data_of(state, unit).health;
  return health;
}

// The lowest of the units of each kind: answers name these (R-DD-01).
constexpr Units lowest_of_each(const State& state, Units units) {
  std::array<std::uint64_t, 4> seen{};
  Units lowest;
  for (const unsigned unit : units.each()) {
    const UnitType type = state.units[unit].type;
    std::uint64_t& word = seen[type / 64U];
    const std::uint64_t bit = std::uint64_t{1} << (type % 64U);
    if ((word & bit) == 0) lowest.insert(unit);
    word |= bit;
  }
  return lowest;
}

}  // namespace wyrmhall::rules::dragondice
