// The story of a match of Dragons Arena, as it happens.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "rules/arena/state.h"

namespace wyrmhall::rules::arena {

// Lots were drawn for who starts: 1 FIRE, 2 ICE.
struct Lots {
  std::uint8_t roll = 0;
  static constexpr std::string_view kWord = "lots";
  static constexpr auto kFields = fields(field("roll", &Lots::roll, {.least = 1, .most = 2}));
  friend bool operator==(const Lots&, const Lots&) = default;
};

// It is known who starts the duel.
struct Started {
  Species species = Species::none;
  static constexpr std::string_view kWord = "starter";
  static constexpr auto kFields = fields(field("species", &Started::species, kOrNone));
  friend bool operator==(const Started&, const Started&) = default;
};

// Both allocations have been made and become public.
struct Reveal {
  std::array<Pool, 2> powers{};  // by species
  static constexpr std::string_view kWord = "reveal";
  static constexpr auto kFields =
      fields(field("fire", [](auto& reveal) -> auto& { return reveal.powers[0]; }, {.least = 1, .most = kMaxPower}),
             field("ice", [](auto& reveal) -> auto& { return reveal.powers[1]; }, {.least = 1, .most = kMaxPower}));
  friend bool operator==(const Reveal&, const Reveal&) = default;
};

// A dragon was eliminated, by another or by a power.
struct Eliminated {
  std::uint8_t square = 0;
  static constexpr std::string_view kWord = "eliminated";
  static constexpr auto kFields = fields(field("square", &Eliminated::square, {.most = kSquares - 1}));
  friend bool operator==(const Eliminated&, const Eliminated&) = default;
};

struct DuelEnded : DuelResult {
  static constexpr std::string_view kWord = "duel";
  friend bool operator==(const DuelEnded&, const DuelEnded&) = default;
};

// The series is over.
struct Supremacy {
  Species winner = Species::none;  // none: level
  static constexpr std::string_view kWord = "supremacy";
  static constexpr auto kFields = fields(field("winner", &Supremacy::winner, kOrNone));
  friend bool operator==(const Supremacy&, const Supremacy&) = default;
};

using Event = std::variant<Lots, Started, Reveal, Eliminated, DuelEnded, Supremacy>;

}  // namespace wyrmhall::rules::arena
