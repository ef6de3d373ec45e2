// Why Dragons Arena refuses something. Each reason names the arguments of its Fault in order; where an argument is an
// Option, a ActionKind or a Phase it is the number of that enumerator.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/arena/options.h"
#include "rules/enumerators.h"
#include "rules/fault.h"

namespace wyrmhall::rules::arena {

enum class Reason : std::uint8_t {
  // Options.
  option_range,  // (Option, value, least, most)
  not_in_solo,   // (Option): Solo Training needs another value of it
  // Actions.
  match_over,          // ()
  not_now,             // (): dice are still to be rolled
  not_your_turn,       // (deciding seat, asking seat)
  already_committed,   // (): the seat has allocated its powers
  no_such_act,         // (number of the kind)
  wrong_phase,         // (ActionKind, Phase)
  stray_field,         // (ActionKind): the action says something that its kind has no use for
  power_range,         // (value, least, most)
  powers_not_sorted,   // ()
  wrong_sum,           // (sum of the powers, sum needed)
  not_in_pool,         // (power)
  no_such_square,      // (number of the square, number of squares)
  square_taken,        // (square)
  square_empty,        // (square)
  dragon_is_enemy,     // (square): only one's own dragon can
  dragon_is_own,       // (square): only an enemy can be attacked
  not_adjacent,        // (square, target square)
  too_strong,          // (power of the attacker, power of the target)
  must_eliminate,      // (): an elimination is possible, so modifying is not
  opponent_modifies,   // (): in Solo Training the opponent only eliminates
  has_field,           // (square)
  same_power,          // (square, power)
  no_powers,           // (): the match is played without Dragon Master
  no_one_beside,       // (target square): none of one's own dragons of power 1 is adjacent to it
  destination_needed,  // (target square): Blizzard moves a target that survives
  no_destination,      // (target square): Combustion moves nobody, nor does a power that eliminates
};
inline constexpr auto kReasonNames = kNamesUpTo<Reason::no_destination>;

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::arena
