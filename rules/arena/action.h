// What a seat can decide in Dragons Arena (section 8 of docs/rules/arena.md lists it).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "rules/described.h"

namespace wyrmhall::rules::arena {

inline constexpr int kDragonsEach = 8;
inline constexpr int kMaxPower = 6;
inline constexpr int kSquares = 16;
inline constexpr int kColumns = 4;

// "None" for a square.
inline constexpr std::uint8_t kNowhere = 255;

// In the order in which choices are listed. `trigger` is the species' power, Combustion or Blizzard; its word is
// "power".
enum class ActionKind : std::uint8_t { allocate, pair, place, eliminate, modify, trigger };
inline constexpr std::array<std::string_view, 6> kActionKindNames = {"allocate",  "pair",   "place",
                                                                     "eliminate", "modify", "power"};

struct Action {
  ActionKind kind = ActionKind::allocate;
  std::uint8_t square = 0;     // place: where; eliminate: from where; modify: which; trigger: the target; otherwise 0
  std::uint8_t to = kNowhere;  // eliminate: the target; trigger: where Blizzard moves it; otherwise kNowhere
  std::uint8_t power = 0;      // pair: the lower half; place: which; modify: what it becomes; otherwise 0
  std::array<std::uint8_t, kDragonsEach> powers{};  // allocate: in ascending order; otherwise 0
  friend auto operator<=>(const Action&, const Action&) = default;

  template <ActionKind... kActionKinds>
  static constexpr bool is_one_of(const Action& action) {
    return ((action.kind == kActionKinds) || ...);
  }
  static constexpr auto kFields =
      fields(field("do", &Action::kind, {.names = kActionKindNames}),
             field_if(is_one_of<ActionKind::allocate>, "powers", &Action::powers),
             field_if(is_one_of<ActionKind::pair>, "low", &Action::power),
             field_if(is_one_of<ActionKind::place>, "power", &Action::power),
             field_if(is_one_of<ActionKind::place, ActionKind::modify>, "square", &Action::square),
             field_if(is_one_of<ActionKind::modify>, "power", &Action::power),
             field_if(is_one_of<ActionKind::eliminate>, "from", &Action::square),
             field_if(is_one_of<ActionKind::eliminate>, "to", &Action::to),
             field_if(is_one_of<ActionKind::trigger>, "target", &Action::square),
             field_if(is_one_of<ActionKind::trigger>, "to", &Action::to, {.none = kNowhere, .left_out = true}));
};

}  // namespace wyrmhall::rules::arena
