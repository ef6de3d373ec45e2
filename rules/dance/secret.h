// What is hidden in Dragon Dance, and what could be there (H1).
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dance/legal.h"
#include "rules/dance/state.h"
#include "rules/dice/dice.h"

namespace wyrmhall::rules::dance {

// Whether the seat has decided, in the state of a viewer who may not know what.
constexpr bool is_hidden(const State& state, Seat seat) {
  const Side& side = state.seats[seat];
  if (!side.committed) return false;
  switch (state.phase) {
    case Phase::die:
      return side.die == kNotChosen;
    case Phase::card:
      return side.card == Card::none;
    case Phase::take_back:
      return !side.back.choice;
    case Phase::combo:
    case Phase::over:
      break;
  }
  return false;
}

// Takes out what the seat has chosen in the running phase; that it has stays.
constexpr void hide(State& state, Seat seat) {
  Side& side = state.seats[seat];
  if (state.phase == Phase::die) side.die = kNotChosen;
  if (state.phase == Phase::card) side.card = Card::none;
  if (state.phase == Phase::take_back) side.back.choice.reset();
}

// Puts a legal choice wherever one is hidden, each equally likely.
template <Dice D>
void fill_in(State& state, D& dice) {
  for (const Seat seat : {kKnight, kDragon}) {
    if (!is_hidden(state, seat)) continue;
    Side& side = state.seats[seat];
    side.committed = false;
    ActionList list;
    list_choices(state, seat, list);
    const auto count = static_cast<int>(list.size());
    const Action action = list[count < kMinSides ? 0 : static_cast<std::size_t>(dice.roll(count) - 1)];
    side.committed = true;
    if (state.phase == Phase::die) side.die = action.die;
    if (state.phase == Phase::card) side.card = action.card;
    if (state.phase == Phase::take_back) side.back.choice = action.card;
  }
}

}  // namespace wyrmhall::rules::dance
