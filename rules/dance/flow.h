// What follows by itself: the dice of the set-up and of Recuperate, and the end of a round (S2, R1, R2, D2, O1, E1 and
// E2 of docs/rules/dance.md). Every die is a step of its own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/dance/event.h"
#include "rules/dance/state.h"
#include "rules/dice/dice.h"
#include "rules/game.h"

namespace wyrmhall::rules::dance {

// O1: how many cards a discard must have held before the round for its owner to be asked.
inline constexpr std::size_t kMinDiscard = 2;

// Takes a card out, which must be there.
constexpr void take(CardList& cards, Card card) {
  std::size_t at = 0;
  while (cards[at] != card) ++at;
  for (; at + 1 < cards.size(); ++at) cards[at] = cards[at + 1];
  cards.pop_back();
}

constexpr bool recuperates(const Side& side) {
  return side.card != Card::none && rules_of(side.card).kind == CardKind::recover;
}

constexpr bool both_live(const State& state) {
  return state.seats[kKnight].life > 0 && state.seats[kDragon].life > 0;
}

// E1, E2.
constexpr Result result_of(const State& state) {
  const auto& [knight, dragon] = state.seats;
  if (!both_live(state)) {
    if (knight.life == 0 && dragon.life == 0) return {.winner = kNoSeat, .reason = EndReason::life};
    return {.winner = knight.life > 0 ? kKnight : kDragon, .reason = EndReason::life};
  }
  const int knights_share = knight.life * state.options.dragon_life;
  const int dragons_share = dragon.life * state.options.knight_life;
  if (knights_share == dragons_share) return {.winner = kNoSeat, .reason = EndReason::limit};
  return {.winner = knights_share > dragons_share ? kKnight : kDragon, .reason = EndReason::limit};
}

template <class Sink>
void finish(State& state, Sink& sink) {
  for (Side& side : state.seats) {
    side.die = kNotChosen;
    side.card = Card::none;
    side.back = {};
    side.committed = false;
  }
  if (both_live(state) && state.round < state.options.round_limit) {
    ++state.round;
    state.phase = Phase::die;
    return;
  }
  state.phase = Phase::over;
  state.result = result_of(state);
  tell(sink, [&] { return Ended{*state.result}; });
}

// O1, R-DANCE-18: a side that has not recuperated may take back one of the cards that were in the discard before this
// round.
constexpr bool ask_back(State& state) {
  if (!state.options.return_one || !both_live(state)) return false;
  bool asked = false;
  for (Side& side : state.seats) {
    if (recuperates(side)) continue;
    const bool followed_up = side.role == Role::knight && !state.last.combo.is_none();
    const std::size_t before = side.discard.size() - (followed_up ? 2 : 1);
    if (before < kMinDiscard) continue;
    for (std::size_t i = 0; i < before; ++i) side.back.from.push_back(side.discard[i]);
    asked = true;
  }
  return asked;
}

// The exchange, the follow-up and the dice are through.
template <class Sink>
void close_round(State& state, Sink& sink) {
  tell(sink, [&] { return Last{state.last}; });
  if (!ask_back(state)) return finish(state, sink);
  state.phase = Phase::take_back;
  for (Side& side : state.seats) side.committed = false;
}

// D2: played cards and chosen dice are discarded, whatever the cards were (R-DANCE-11). R1: then Recuperate reclaims
// all of them, itself too (R-DANCE-7, R-DANCE-9), and has the dice rolled.
template <class Sink>
void end_round(State& state, Sink& sink) {
  bool rolls = false;
  for (Side& side : state.seats) {
    side.hand.erase(side.card);
    side.discard.push_back(side.card);
    side.spent.set(side.die);
    if (!recuperates(side)) continue;
    side.hand = CardSet::deck_of(owner_of(side.card));
    side.discard.clear();
    side.spent.reset();
    rolls = true;
  }
  if (!state.last.combo.is_none()) {
    Side& knight = state.seats[kKnight];
    knight.hand.erase(state.last.combo.card);
    knight.discard.push_back(state.last.combo.card);
    knight.spent.set(state.last.combo_die);
  }
  if (!rolls) return close_round(state, sink);
  state.pending = Pending::recuperate;
  state.step = recuperates(state.seats[kKnight]) ? 0 : kKnightDice;
}

// S2, R2: the knight's dice and then the dragon's, each by slot.
template <Dice D, class Sink>
void roll_step(State& state, D& dice, Sink& sink) {
  const Seat seat = state.step < kKnightDice ? kKnight : kDragon;
  const std::uint8_t first = seat == kKnight ? 0 : kKnightDice;
  const std::uint8_t count = seat == kKnight ? kKnightDice : kDragonDice;
  Side& side = state.seats[seat];
  const auto face = static_cast<std::uint8_t>(dice.roll(kFaces));
  side.dice[static_cast<std::size_t>(state.step - first)] = face;
  if (state.pending == Pending::recuperate) state.last.rolled[seat].push_back(face);
  if (++state.step < first + count) return;
  tell(sink, [&] {
    Rolled story{.seat = seat, .dice = {}};
    for (std::size_t slot = 0; slot < count; ++slot) story.dice.push_back(side.dice[slot]);
    return story;
  });
  const bool set_up = state.pending == Pending::set_up;
  if (seat == kKnight && (set_up || recuperates(state.seats[kDragon]))) return;
  state.pending = Pending::none;
  state.step = 0;
  if (!set_up) close_round(state, sink);
}

}  // namespace wyrmhall::rules::dance
