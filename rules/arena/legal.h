// What may be decided: the one place that judges an action, and the lists made of it.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/arena/board.h"
#include "rules/arena/choices.h"
#include "rules/arena/fault.h"
#include "rules/arena/state.h"
#include "rules/form.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::arena {

// what the eight powers of Big Dragon add up to.
inline constexpr int kBigSum = 28;
// the lower halves of the ways to split 7 over two dice.
inline constexpr int kMaxLow = 3;

// As many as Free Power has allocations; no other list is nearly as long.
using ActionList = InlineVector<Action, kAllocations>;

SeatSet seats_to_decide(const State& state);

// Why an action is refused, or nothing.
std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action);

// All of Choices, and those that are no allocation, which is a form.
void list_choices(const State& state, Seat seat, ActionList& list);
void list_plain_choices(const State& state, Seat seat, ActionList& list);

// The one form: a power for each dragon.
inline constexpr std::uint8_t kAllocationForm = 1;
using FormList = InlineVector<Form, 1>;
void list_forms(const State& state, Seat seat, FormList& forms);

// Nothing where there is no such form, or it has another number of parts.
std::optional<Action> action_filled(std::uint32_t form, Filling powers);

// What the dragons on the board could do if the rules let them: attack each adjacent enemy, be modified.
void list_candidates(const State& state, Seat seat, ActionList& list);

// What a power takes from its target.
constexpr int strength_of(Species species) {
  return species == Species::fire ? 3 : 2;
}

// whether the species to move, triggering its power, moves the target to one of the empty squares.
constexpr bool is_moved(const State& state, std::uint8_t target, Squares empty) {
  return state.to_move == Species::ice && state.board[target].power > strength_of(Species::ice) && empty != 0;
}

}  // namespace wyrmhall::rules::arena
