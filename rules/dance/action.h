// What a seat can decide in Dragon Dance (section 3 of docs/rules/dance.md).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <string_view>

#include "rules/dance/cards.h"
#include "rules/described.h"

namespace wyrmhall::rules::dance {

// Each belongs to the phase of its number. The word of `take_back` is "return".
enum class ActionKind : std::uint8_t { die, card, combo, take_back };
inline constexpr std::array<std::string_view, 4> kActionKindNames = {"die", "card", "combo", "return"};

struct Action {
  ActionKind kind = ActionKind::die;
  Card card = Card::none;    // card: which; combo: the follow-up, none to pass; take_back: which, none to decline
  std::int8_t die = kNoDie;  // die, combo: the slot, or kNoDie; otherwise kNoDie
  friend auto operator<=>(const Action&, const Action&) = default;

  template <ActionKind... kActionKinds>
  static constexpr bool is_one_of(const Action& action) {
    return ((action.kind == kActionKinds) || ...);
  }
  static constexpr Notes kSlot = {.least = kNoDie, .most = std::numeric_limits<std::int8_t>::max()};
  static constexpr auto kFields =
      fields(field("type", &Action::kind, {.names = kActionKindNames}),
             field_if(is_one_of<ActionKind::card, ActionKind::combo, ActionKind::take_back>, "card", &Action::card,
                      kCardOrNone),
             field_if(is_one_of<ActionKind::die, ActionKind::combo>, "die", &Action::die, kSlot));
};

}  // namespace wyrmhall::rules::dance
