#include "rules/hunt/hands.h"

namespace wyrmhall::rules::hunt {
namespace {

using Symbols = std::array<std::uint8_t, kFaces>;

// Visits the sets of `left` dice, those with many of the first symbols first.
template <class Visit>
constexpr void each_set(Symbols& symbols, std::size_t symbol, int left, Visit&& visit) {
  if (symbol + 1 == kFaces) {
    symbols[symbol] = static_cast<std::uint8_t>(left);
    return visit(symbols);
  }
  for (int count = left; count >= 0; --count) {
    symbols[symbol] = static_cast<std::uint8_t>(count);
    each_set(symbols, symbol + 1, left - count, visit);
  }
}

// A number for each set: its counts as the digits of a number to base 6.
constexpr std::size_t kCodes = 6UZ * 6 * 6 * 6 * 6 * 6;
constexpr std::size_t code_of(const Symbols& symbols) {
  std::size_t code = 0;
  for (const std::size_t count : symbols) code = (code * (kDice + 1)) + count;
  return code;
}

constexpr HandTable make_table() {
  HandTable table;
  std::array<Hand, kCodes> hands{};
  std::size_t hand = 0;
  for (int size = 0; size <= kDice; ++size) {
    Symbols symbols{};
    each_set(symbols, 0, size, [&](const Symbols& each) {
      hands[code_of(each)] = static_cast<Hand>(hand);
      table.symbols[hand] = each;
      table.size[hand] = static_cast<std::uint8_t>(size);
      ++hand;
    });
  }
  for (hand = 0; hand < kHands; ++hand) {
    for (std::size_t symbol = 0; symbol < kFaces; ++symbol) {
      Symbols symbols = table.symbols[hand];
      if (symbols[symbol] > 0) {
        --symbols[symbol];
        const Hand less = hands[code_of(symbols)];
        table.without[hand][symbol] = less;
        table.with[less][symbol] = static_cast<Hand>(hand);
      }
    }
    Counts counts;
    for (std::size_t i = 0; i < kClassSymbols; ++i) counts.of[i] = table.symbols[hand][i];
    for (std::size_t skill = 0; skill < kSkills.size(); ++skill) {
      if (can_form(kSkills[skill].pattern, counts)) table.skills[hand] |= std::uint64_t{1} << skill;
    }
  }
  return table;
}

}  // namespace

const HandTable kHandTable = make_table();  // more steps than every compiler takes at compile time

}  // namespace wyrmhall::rules::hunt
