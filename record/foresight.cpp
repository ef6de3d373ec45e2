#include "record/foresight.h"

namespace wyrmhall::record {

void count_start(Foresight& foresight, bool has_person, std::size_t dice) {
  (has_person ? foresight.unforeseeable : foresight.after_bot) += dice;
}

void count_move(Foresight& foresight, const Provenance& of, std::size_t dice) {
  if (of.with_secret) {
    foresight.unforeseeable += dice;
  } else if (of.kind != rules::MoveKind::kAction) {
    foresight.by_stand_in += dice;
  } else if (of.bot) {
    foresight.after_bot += dice;
  } else {
    foresight.without_chain += dice;
  }
}

}  // namespace wyrmhall::record
