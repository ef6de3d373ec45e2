// Why a Dragon Duel refuses something. Each reason names the arguments of its Fault in order; where an argument is an
// Option, a Mode or a Deed it is the number of that enumerator.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/duel/action.h"
#include "rules/duel/options.h"
#include "rules/fault.h"

namespace wyrmhall::rules::duel {

enum class Reason : std::uint8_t {
  // Options.
  option_out_of_range,   // (Option, value, least, most): 0 is allowed for round_cap besides
  option_not_in_mode,    // (Option, Mode)
  match_games_even,      // (value)
  list_of_wrong_length,  // (Option, length, length needed): owners or dragons
  dragon_twice,          // (dragon 1..8)
  seats_not_in_row,      // (missing seat): owners name a higher seat but not this one
  owner_of_both_teams,   // (seat)
  // Actions.
  match_over,      // ()
  not_now,         // (): something automatic is still to happen
  not_your_turn,   // (deciding seat, asking seat)
  unknown_deed,    // (number of the deed)
  stray_field,     // (Deed): the action carries a target or a dragon that its deed has no use for
  choose_first,    // (Deed): dragons are still being chosen
  already_chosen,  // (dragon that was asked for)
  no_such_dragon,  // (dragon that was asked for, least, most)
  dragon_taken,    // (dragon 1..8, index that has it)
  no_such_target,  // (target, number of dragons)
  target_is_own,   // (actor, target): of the same side, or itself
  target_dead,     // (target)
  target_too_far,  // (actor, target)
  energy_too_low,  // (Deed, energy needed, actor, energy it has)
  energy_full,     // (actor, energy it has): waiting would lift it above the most there is
};
inline constexpr std::array<std::string_view, 22> kReasonNames = {
    "option_out_of_range",  "option_not_in_mode", "match_games_even",
    "list_of_wrong_length", "dragon_twice",       "seats_not_in_row",
    "owner_of_both_teams",  "match_over",         "not_now",
    "not_your_turn",        "unknown_deed",       "stray_field",
    "choose_first",         "already_chosen",     "no_such_dragon",
    "dragon_taken",         "no_such_target",     "target_is_own",
    "target_dead",          "target_too_far",     "energy_too_low",
    "energy_full"};

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::duel
