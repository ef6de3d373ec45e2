// Which dice make which skill (Y1 to Y4).
#pragma once

#include <array>
#include <cstdint>

#include "rules/hunt/data.h"
#include "rules/hunt/places.h"
#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

// Symbols by number, and Dragons apart.
struct Counts {
  std::array<std::uint8_t, kClassSymbols> of{};
  std::uint8_t dragons = 0;

  constexpr void add(Symbol symbol) {
    if (symbol == Symbol::dragon) ++dragons;
    if (symbol < Symbol::dragon) ++of[index(symbol)];
  }
};

// Counts some dice of a turn, all of which must be there.
constexpr Counts count(const Turn& turn, Places dice) {
  Counts counts;
  for (const unsigned die : dice.each()) counts.add(turn.dice[die]);
  return counts;
}
constexpr Counts count(const Turn& turn) {
  return count(turn, Places::first(static_cast<unsigned>(turn.dice.size())));
}

// Whether the pattern can be made of some of these symbols.
constexpr bool can_form(const Pattern& pattern, const Counts& counts) {
  int kinds = 0;  // that are left over, for "!"
  int most = 0;   // of one kind, for "="
  for (std::size_t i = 0; i < kClassSymbols; ++i) {
    const int left = counts.of[i] - pattern.letters[i];
    if (left < 0) return false;
    kinds += left > 0 ? 1 : 0;
    most = left > most ? left : most;
  }
  return kinds >= pattern.unequal && most >= pattern.equal;
}

// Whether these symbols, all of them, make the pattern.
constexpr bool forms(const Pattern& pattern, const Counts& counts) {
  int total = counts.dragons;
  for (const int each : counts.of) total += each;
  return counts.dragons == 0 && total == pattern.places && can_form(pattern, counts);
}

}  // namespace wyrmhall::rules::hunt
