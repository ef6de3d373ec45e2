// Which dice of a match no operator could foresee (docs/dice.md), counted in the same way wherever they are reported.
#pragma once

#include <cstddef>

#include "receipts/statement.h"
#include "rules/match.h"

namespace wyrmhall::record {

using receipts::Foresight;

// Dice of the start: each needs the x_0 of every person.
void count_start(Foresight& foresight, bool has_person, std::size_t dice);

// What decides whether the dice of a move could be foreseen.
struct Provenance {
  rules::MoveKind kind = rules::MoveKind::kAction;
  bool bot = false;          // the seat is a bot's
  bool with_secret = false;  // a link of its seat or of another came with it
};
void count_move(Foresight& foresight, const Provenance& of, std::size_t dice);

}  // namespace wyrmhall::record
