// Why Dragon Dance refuses something. Each reason names the arguments of its Fault in order; where an argument is an
// Option, an ActionKind, a Phase, a Card or a Range it is the number of that enumerator.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/enumerators.h"
#include "rules/fault.h"

namespace wyrmhall::rules::dance {

enum class Reason : std::uint8_t {
  // Options.
  option_range,  // (Option, value, least, most)
  // Actions.
  match_over,         // ()
  not_now,            // (): dice are still to be rolled
  not_your_turn,      // (a deciding seat, asking seat)
  already_committed,  // (): the seat has decided in this phase
  no_such_act,        // (number of the kind)
  wrong_phase,        // (ActionKind, Phase)
  stray_field,        // (ActionKind): the action says something that its kind has no use for
  no_such_die,        // (slot, number of dice)
  die_spent,          // (slot)
  die_chosen,         // (slot): it was chosen with the card of this round
  die_without_card,   // (slot): a seat that passes has no use for a die
  card_needed,        // ()
  no_such_card,       // (number of the card)
  not_your_card,      // (Card): it is of the other deck
  not_in_hand,        // (Card)
  wrong_range,        // (Card, Range): it is not playable at this range
  not_the_follow_up,  // (Card, the Card that can follow)
  not_returnable,     // (Card): it was not in the discard before this round
};
inline constexpr auto kReasonNames = kNamesUpTo<Reason::not_returnable>;

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::dance
