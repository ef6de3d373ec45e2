// What may be decided: the one place that judges an action, and the lists made of it.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dance/action.h"
#include "rules/dance/fault.h"
#include "rules/dance/state.h"
#include "rules/fault.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dance {

// As many as there are cards in a full hand; no other list is longer.
using ActionList = InlineVector<Action, kDeckSize>;

// Both at once in phases die and card, and those that are asked in phase take_back.
constexpr SeatSet seats_to_decide(const State& state) {
  SeatSet seats;
  if (state.pending != Pending::none) return seats;
  switch (state.phase) {
    case Phase::die:
    case Phase::card:
      return SeatSet::from_bits((state.seats[kKnight].committed ? 0U : 1U) |
                                (state.seats[kDragon].committed ? 0U : 2U));
    case Phase::combo:
      seats.insert(kKnight);  // C1
      break;
    case Phase::take_back:
      for (const Seat seat : {kKnight, kDragon}) {
        const Side& side = state.seats[seat];
        if (!side.back.is_none() && !side.committed) seats.insert(seat);
      }
      break;
    case Phase::over:
      break;
  }
  return seats;
}

// Why an action is refused, or nothing.
std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action);

// In the order of section 3: no die and then the slots; the hand; to pass and then the follow-up without a die and with
// each; to decline and then the cards that can be taken back.
void list_choices(const State& state, Seat seat, ActionList& list);

// The same with all dice, spent or not, and with all cards of the hand, whatever the range.
void list_candidates(const State& state, Seat seat, ActionList& list);

}  // namespace wyrmhall::rules::dance
