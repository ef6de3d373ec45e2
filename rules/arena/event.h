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
  friend bool operator==(const Lots&, const Lots&) = default;
};

// It is known who starts the duel.
struct Started {
  Species species = Species::none;
  friend bool operator==(const Started&, const Started&) = default;
};

// Both allocations are in and become public.
struct Reveal {
  std::array<Pool, 2> powers{};  // by species
  friend bool operator==(const Reveal&, const Reveal&) = default;
};

// A dragon was eliminated, by another or by a power.
struct Eliminated {
  std::uint8_t square = 0;
  friend bool operator==(const Eliminated&, const Eliminated&) = default;
};

struct DuelEnded {
  DuelResult result;
  friend bool operator==(const DuelEnded&, const DuelEnded&) = default;
};

// The series is over.
struct Supremacy {
  Species winner = Species::none;  // none: level
  friend bool operator==(const Supremacy&, const Supremacy&) = default;
};

using Event = std::variant<Lots, Started, Reveal, Eliminated, DuelEnded, Supremacy>;

}  // namespace wyrmhall::rules::arena
