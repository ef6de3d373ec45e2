// What a decision does (sections 3 and 4 of docs/rules/dance.md). The action has been judged before.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rules/dance/event.h"
#include "rules/dance/flow.h"
#include "rules/dance/secret.h"
#include "rules/dance/state.h"
#include "rules/game.h"

namespace wyrmhall::rules::dance {

// Whether both have chosen. Where one choice is hidden, in a state that a search looks ahead from, nobody can tell what
// comes of the second one: both are made, and the search ends there (secret.h).
constexpr bool both_known(const State& state) {
  return state.seats[kKnight].committed && state.seats[kDragon].committed && !is_hidden(state, kKnight) &&
         !is_hidden(state, kDragon);
}

constexpr void hurt(Side& side, int damage) {
  side.life = static_cast<std::uint8_t>(std::max(0, side.life - damage));  // R-DANCE-19
}

// D1, H1.
template <class Sink>
void choose_die(State& state, Seat seat, std::int8_t die, Sink& sink) {
  state.seats[seat].die = die;
  state.seats[seat].committed = true;
  if (!both_known(state)) return;
  state.phase = Phase::card;
  for (Side& side : state.seats) side.committed = false;
  tell(sink, [&] {
    const auto& [knight, dragon] = state.seats;
    return DiceChosen{.die = {knight.die, dragon.die},
                      .dice = {column_of(knight, knight.die), column_of(dragon, dragon.die)}};
  });
}

// M1: both movements, or none, leave the range as it is.
constexpr Range moved(Range range, Card knights, Card dragons) {
  const auto bits = [](Card card) { return static_cast<unsigned>(rules_of(card).movement); };
  return std::array{range, Range::close, Range::far, range}[bits(knights) | bits(dragons)];
}

// C1, R-DANCE-12, R-DANCE-13.
constexpr bool can_follow_up(const State& state) {
  const auto& [knight, dragon] = state.seats;
  const Card partner = partner_of(knight.card);
  return partner != Card::none && state.last.damage[kDragon] > 0 && state.range == Range::close && dragon.life > 0 &&
         knight.hand.contains(partner);
}

// A1 to A4 for both at once, then M1.
template <class Sink>
void exchange(State& state, Sink& sink) {
  auto& [knight, dragon] = state.seats;
  const std::uint8_t knights = column_of(knight, knight.die);
  const std::uint8_t dragons = column_of(dragon, dragon.die);
  const int to_knight = damage_of(dragon.card, dragons, knight.card, knights);
  const int to_dragon = damage_of(knight.card, knights, dragon.card, dragons);
  hurt(knight, to_knight);
  hurt(dragon, to_dragon);
  const Range before = state.range;
  state.range = moved(before, knight.card, dragon.card);
  state.last = {.round = state.round,
                .dice = {knights, dragons},
                .cards = {knight.card, dragon.card},
                .damage = {static_cast<std::uint8_t>(to_knight), static_cast<std::uint8_t>(to_dragon)},
                .combo = {},
                .combo_die = kNoDie,
                .range_from = before,
                .range_to = state.range,
                .rolled = {}};
  if (!can_follow_up(state)) return end_round(state, sink);
  state.phase = Phase::combo;
  for (Side& side : state.seats) side.committed = false;
  tell(sink, [&] { return Last{state.last}; });
}

// P1, H1.
template <class Sink>
void choose_card(State& state, Seat seat, Card card, Sink& sink) {
  state.seats[seat].card = card;
  state.seats[seat].committed = true;
  if (both_known(state)) exchange(state, sink);
}

// C2: undefended. C3: it cannot start a further one.
template <class Sink>
void follow_up(State& state, const Action& action, Sink& sink) {
  if (action.card != Card::none) {
    const std::uint8_t column = column_of(state.seats[kKnight], action.die);
    const std::uint8_t damage = rules_of(action.card).damage[column];
    hurt(state.seats[kDragon], damage);
    state.last.combo = {.card = action.card, .die = column, .damage = damage};
    state.last.combo_die = action.die;
  }
  end_round(state, sink);
}

// O1, H1.
template <class Sink>
void take_back(State& state, Seat seat, Card card, Sink& sink) {
  state.seats[seat].back.choice = card;
  state.seats[seat].committed = true;
  const auto answered = [](const Side& side) { return side.back.is_none() || side.back.choice.has_value(); };
  if (!std::ranges::all_of(state.seats, answered)) return;
  TakenBack story;
  for (Side& side : state.seats) {
    const Card named = side.back.choice.value_or(Card::none);
    if (named == Card::none) continue;
    take(side.discard, named);
    side.hand.insert(named);
    story.card[owner_of(named)] = named;
  }
  tell(sink, [&] { return story; });
  finish(state, sink);
}

template <class Sink>
void carry_out(State& state, Seat seat, const Action& action, Sink& sink) {
  switch (action.kind) {
    case ActionKind::die:
      return choose_die(state, seat, action.die, sink);
    case ActionKind::card:
      return choose_card(state, seat, action.card, sink);
    case ActionKind::combo:
      return follow_up(state, action, sink);
    case ActionKind::take_back:
      return take_back(state, seat, action.card, sink);
  }
}

}  // namespace wyrmhall::rules::dance
