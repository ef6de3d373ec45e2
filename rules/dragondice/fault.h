// Why Dragon Dice refuses something. Each reason names the arguments of its Fault in order; an argument that is an
// Option, a Part, an ActionKind or a Pool is the number of that enumerator, a place its number.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/dragondice/options.h"
#include "rules/enumerators.h"
#include "rules/fault.h"

namespace wyrmhall::rules::dragondice {

enum class Reason : std::uint8_t {
  // Options.
  option_range,    // (Option, value, least, most)
  option_length,   // (Option, length, needed)
  no_such_name,    // (Option, seat, number): there is no such unit, terrain, preset, dragon or form
  part_empty,      // (seat, Part)
  part_too_large,  // (seat, Part, health, most)
  too_many_units,  // (seat, units, most)
  force_size,      // (seat, health): not one of the sizes
  forces_differ,   // (health of seat 0, health of seat 1)
  too_many_ways,   // (seat, ways, most): in which the losses of the force could be chosen
  needs_dragons,   // (seat): a force that is no preset
  force_value,     // (seat, what its dragons count, what they must)
  no_such_size,    // (points): that forces could have
  other_size,      // (seat, health, points that the option says)
  // Any action.
  match_over,         // ()
  not_now,            // (): something happens by itself
  not_your_decision,  // (asking seat)
  wrong_question,     // (ActionKind, ActionKind that is asked for)
  stray_field,        // (ActionKind): the action says something that its kind has no use for
  // Each kind.
  no_attack_there,      // (place)
  not_your_dragon,      // (dragon)
  designated_already,   // (dragon)
  another_dragon_next,  // (dragon that is asked for)
  not_a_target,         // (dragon, target)
  no_open_breath,       // (dragon)
  wrong_dragon,         // (dragon, dragon that breathes)
  not_in_army,          // (unit)
  not_the_lowest,       // (unit, unit of the same kind to be named before it)
  not_the_most,         // (health named, health that must be)
  not_in_dead_area,     // (unit)
  used_in_a_pair,       // (unit)
  wrong_species,        // (unit, unit in the DUA)
  wrong_health,         // (health of the unit, health of the other, most to be gained)
  half_null,            // (): both or neither must be null
  wrong_unit,           // (unit, unit that is asked for)
  does_not_attack,      // (dragon): the army, or it did no damage
  no_such_pick,         // (pick)
  too_healthy,          // (health, health left)
  wrong_pool,           // (Pool, Pool that is asked for)
  wrong_sum,            // (sum, points)
  cannot_be_slain,      // (dragon): it does not attack this army
  too_few_results,      // (melee needed, melee there, missile needed, missile there)
  cannot_move,          // (unit): it is not yours, or is neither at a terrain nor in the Reserve Area
  no_such_place,        // (place)
  no_such_dragon,       // (dragon)
  there_already,        // (place)
  wrong_elements,       // (dragon): the caller does not have the elements that it takes
  too_dear,             // (points, points needed)
};
inline constexpr auto kReasonNames = kNamesUpTo<Reason::too_dear>;

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::dragondice
