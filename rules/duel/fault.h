// Why a Dragon Duel refuses something. Each reason names the arguments of its Fault in order; where an argument is an
// Option, a Mode or a ActionKind it is the number of that enumerator.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/duel/action.h"
#include "rules/duel/options.h"
#include "rules/enumerators.h"
#include "rules/fault.h"

namespace wyrmhall::rules::duel {

enum class Reason : std::uint8_t {
  // Options.
  option_range,        // (Option, value, least, most): 0 is allowed for round_cap besides
  option_not_in_mode,  // (Option, Mode)
  match_games_even,    // (value)
  option_length,       // (Option, length, length needed): owners or dragons
  dragon_twice,        // (dragon 1..8)
  seat_missing,        // (missing seat): owners name a higher seat but not this one
  owner_of_both,       // (seat)
  // Actions.
  match_over,      // ()
  not_now,         // (): something automatic is still to happen
  not_your_turn,   // (deciding seat, asking seat)
  no_such_act,     // (number of the kind)
  stray_field,     // (ActionKind): the action carries a target or a dragon that its kind has no use for
  choose_first,    // (ActionKind): dragons are still being chosen
  already_chosen,  // (dragon that was asked for)
  no_such_dragon,  // (dragon that was asked for, least, most)
  dragon_taken,    // (dragon 1..8, index that has it)
  no_such_target,  // (target, number of dragons)
  target_is_own,   // (actor, target): of the same side, or itself
  target_dead,     // (target)
  target_too_far,  // (actor, target)
  needs_energy,    // (ActionKind, energy needed, actor, energy it has)
  full_energy,     // (actor, energy it has): waiting would lift it above the most that it can have
};
inline constexpr auto kReasonNames = kNamesUpTo<Reason::full_energy>;

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::duel
