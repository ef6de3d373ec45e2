// The dice of a turn without their order: sets of at most five symbols in which a symbol may come several times. There
// are only 462 of them, so a table holds what is to be known of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/hunt/data.h"
#include "rules/hunt/pattern.h"
#include "rules/hunt/places.h"
#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

// A hand by its number: first the empty one, then those of one die, of two and so on.
using Hand = std::uint16_t;
inline constexpr Hand kEmptyHand = 0;
inline constexpr std::size_t kHands = 462;

// By number of dice: the first hand of that many. The last entry is behind the hands of five.
inline constexpr std::array<Hand, kDice + 2> kFirstHand = {0, 1, 7, 28, 84, 210, kHands};

struct HandTable {
  std::array<std::array<std::uint8_t, kFaces>, kHands> symbols{};  // how many of each
  std::array<std::uint8_t, kHands> size{};
  std::array<std::array<Hand, kFaces>, kHands> with{};     // with one die more, for a hand of fewer than five
  std::array<std::array<Hand, kFaces>, kHands> without{};  // with one die less, where the symbol is there
  std::array<std::uint64_t, kHands> skills{};              // those that can be formed, by bit (Y1 to Y4)
};
extern const HandTable kHandTable;

static_assert(kSkills.size() <= 64);

// Whether a skill can be formed of some of these dice.
inline bool can_form(Skill skill, Hand hand) {
  return ((kHandTable.skills[hand] >> index(skill)) & 1U) != 0;
}

inline Counts counts_of(Hand hand) {
  Counts counts;
  const auto& symbols = kHandTable.symbols[hand];
  for (std::size_t i = 0; i < kClassSymbols; ++i) counts.of[i] = symbols[i];
  counts.dragons = symbols[index(Symbol::dragon)];
  return counts;
}

// The hand of some dice of a turn; those that are not rolled yet are left out.
inline Hand hand_of(const Turn& turn, Places dice) {
  Hand hand = kEmptyHand;
  for (const unsigned die : dice.each()) {
    if (turn.dice[die] != Symbol::blank) hand = kHandTable.with[hand][index(turn.dice[die])];
  }
  return hand;
}
inline Hand hand_of(const Turn& turn) {
  return hand_of(turn, Places::first(static_cast<unsigned>(turn.dice.size())));
}

// Dice of the turn that show what is in `kept`, a part of its hand: the lowest slots of each symbol.
inline Places dice_showing(const Turn& turn, Hand kept) {
  std::array<std::uint8_t, kFaces> left = kHandTable.symbols[kept];
  Places dice;
  for (unsigned die = 0; die < turn.dice.size(); ++die) {
    std::uint8_t& count = left[index(turn.dice[die])];
    if (count == 0) continue;
    --count;
    dice.insert(die);
  }
  return dice;
}

}  // namespace wyrmhall::rules::hunt
