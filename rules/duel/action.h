// What a seat can decide in a Dragon Duel (D-9).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "rules/described.h"

namespace wyrmhall::rules::duel {

// In the order in which choices are listed. Tail whip is also the "lunge" of an automatic enemy.
enum class ActionKind : std::uint8_t { dragon, claw, tail, fire, wait };
inline constexpr std::array<std::string_view, 5> kActionKindNames = {"dragon", "claw", "tail", "fire", "wait"};

constexpr bool is_attack(ActionKind kind) {
  return kind == ActionKind::claw || kind == ActionKind::tail || kind == ActionKind::fire;
}

struct Action {
  ActionKind kind = ActionKind::dragon;
  std::uint8_t target = 0;  // claw, tail, fire: the index of the dragon attacked; otherwise 0
  std::uint8_t dragon = 0;  // dragon: which of 1..8 is chosen; otherwise 0
  friend auto operator<=>(const Action&, const Action&) = default;

  static constexpr auto kFields =
      fields(field("do", &Action::kind, {.names = kActionKindNames}),
             field_if([](const auto& action) { return action.kind == ActionKind::dragon; }, "id", &Action::dragon),
             field_if([](const auto& action) { return is_attack(action.kind); }, "target", &Action::target));
};

// What an attack costs: claw 1 (D-14), tail whip 2 (D-15), breath 3 (D-16). 0 for the others.
constexpr int cost_of(ActionKind kind) {
  return is_attack(kind) ? static_cast<int>(kind) : 0;
}

}  // namespace wyrmhall::rules::duel
