// The story of Dragon Dance, as it happens. An event has the name of what it reports of the state (section 8 of
// docs/rules/dance.md). In pairs the knight's comes first.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "rules/dance/state.h"

namespace wyrmhall::rules::dance {

// A side rolled all its dice, at the set-up (S2) or by Recuperate (R2).
struct Rolled {
  Seat seat = kKnight;
  Faces dice;  // by slot
  static constexpr std::string_view kWord = "rolled";
  static constexpr auto kFields = fields(field("seat", &Rolled::seat, {.most = kDragon}),
                                         field("dice", &Rolled::dice, {.least = 1, .most = kFaces}));
  friend bool operator==(const Rolled&, const Rolled&) = default;
};

// Both have chosen a die, and the choices become public (D1).
struct DiceChosen {
  std::array<std::int8_t, 2> die = {kNoDie, kNoDie};  // slots
  std::array<std::uint8_t, 2> dice{};                 // their values, 0 for no die
  static constexpr std::string_view kWord = "die";
  static constexpr auto kFields = fields(field("die", &DiceChosen::die, {.least = kNoDie, .most = kKnightDice - 1}),
                                         field("dice", &DiceChosen::dice, {.most = kFaces}));
  friend bool operator==(const DiceChosen&, const DiceChosen&) = default;
};

// The report of the round: told when the exchange lets the knight follow up (C1), without what is still to come; and in
// any case when it is complete, which is after all dice of a Recuperate.
struct Last : Exchange {
  static constexpr std::string_view kWord = "last";
  friend bool operator==(const Last&, const Last&) = default;
};

// All seats that were asked have answered, and the cards that they named are in their hands again (O1).
struct TakenBack {
  std::array<Card, 2> card = {Card::none, Card::none};  // none: declined, or not asked
  static constexpr std::string_view kWord = "back";
  static constexpr auto kFields = fields(field("card", &TakenBack::card, kCardOrNone));
  friend bool operator==(const TakenBack&, const TakenBack&) = default;
};

// The match is over (E1, E2).
struct Ended : Result {
  static constexpr std::string_view kWord = "result";
  friend bool operator==(const Ended&, const Ended&) = default;
};

using Event = std::variant<Rolled, DiceChosen, Last, TakenBack, Ended>;

}  // namespace wyrmhall::rules::dance
