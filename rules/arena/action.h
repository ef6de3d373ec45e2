// What a seat can decide in Dragons Arena (section 8 of docs/rules/arena.md lists it).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "rules/described.h"

namespace wyrmhall::rules::arena {

inline constexpr int kDragonsEach = 8;
inline constexpr int kMostPower = 6;
inline constexpr int kSquares = 16;
inline constexpr int kColumns = 4;

// "None" for a square.
inline constexpr std::uint8_t kNowhere = 255;

// In the order in which choices are listed. `trigger` is the species' power, Combustion or Blizzard; its word is
// "power".
enum class Deed : std::uint8_t { allocate, pair, place, eliminate, modify, trigger };
inline constexpr std::array<std::string_view, 6> kDeedNames = {"allocate",  "pair",   "place",
                                                               "eliminate", "modify", "power"};

struct Action {
  Deed deed = Deed::allocate;
  std::uint8_t square = 0;     // place: where; eliminate: from where; modify: which; trigger: the target; otherwise 0
  std::uint8_t to = kNowhere;  // eliminate: the target; trigger: where Blizzard moves it; otherwise kNowhere
  std::uint8_t power = 0;      // pair: the lower half; place: which; modify: what it becomes; otherwise 0
  std::array<std::uint8_t, kDragonsEach> powers{};  // allocate: in ascending order; otherwise 0
  friend auto operator<=>(const Action&, const Action&) = default;

  template <Deed... kDeeds>
  static constexpr bool is_one_of(const Action& action) {
    return ((action.deed == kDeeds) || ...);
  }
  static constexpr auto kFields = fields(
      field("do", &Action::deed, {.names = kDeedNames}), field_if(is_one_of<Deed::allocate>, "powers", &Action::powers),
      field_if(is_one_of<Deed::pair>, "low", &Action::power), field_if(is_one_of<Deed::place>, "power", &Action::power),
      field_if(is_one_of<Deed::place, Deed::modify>, "square", &Action::square),
      field_if(is_one_of<Deed::modify>, "power", &Action::power),
      field_if(is_one_of<Deed::eliminate>, "from", &Action::square),
      field_if(is_one_of<Deed::eliminate>, "to", &Action::to),
      field_if(is_one_of<Deed::trigger>, "target", &Action::square),
      field_if(is_one_of<Deed::trigger>, "to", &Action::to, {.none = kNowhere, .left_out = true}));
};

}  // namespace wyrmhall::rules::arena
