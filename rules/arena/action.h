// What a seat can decide in Dragons Arena (section 8 of docs/rules/arena.md lists it).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

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
};

}  // namespace wyrmhall::rules::arena
