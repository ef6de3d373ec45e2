// States of Dragon Dance as JSON, and whether one could have come about in play: what is read from a test's file is
// checked with this before the rules touch it.
#pragma once

#include <algorithm>
#include <string_view>

#include "rules/dance/flow.h"
#include "rules/dance/legal.h"
#include "rules/dance/notation.h"
#include "rules/dance/rules.h"

namespace wyrmhall::rules::dance {

// Section 7 of docs/rules/dance.md: hand and discard are exactly the deck, and Recuperate is always in hand.
inline bool is_valid_deck(const Side& side, Seat seat) {
  if (side.hand.size() + side.discard.size() != kDeckSize) return false;
  for (const Card card : CardSet::deck_of(seat)) {
    if (side.hand.contains(card) == side.discard.contains(card)) return false;
    if (rules_of(card).kind == CardKind::recover && !side.hand.contains(card)) return false;
  }
  return true;
}

inline bool is_valid_side(const State& state, Seat seat) {
  const Side& side = state.seats[seat];
  if (side.role != static_cast<Role>(seat) || side.life > full_life(state.options, seat)) return false;
  const bool rolled = state.pending != Pending::set_up;
  for (std::size_t slot = 0; slot < kKnightDice; ++slot) {
    const bool own = slot < dice_of(side.role);
    if (side.dice[slot] > kFaces || (own && rolled && side.dice[slot] == 0)) return false;
    if (!own && side.dice[slot] != 0) return false;
  }
  if (side.spent.size() != dice_of(side.role)) return false;
  return is_valid_deck(side, seat) || state.pending == Pending::recuperate;
}

// What has been chosen, phase by phase; what is hidden is missing.
inline bool is_valid_choice(const State& state, Seat seat) {
  const Side& side = state.seats[seat];
  const bool none = side.die == kNotChosen && side.card == Card::none && side.back.is_none();
  const bool die_known = side.die != kNotChosen && side.die < dice_of(side.role);
  const bool card_known = side.card < Card::none && owner_of(side.card) == seat;
  switch (state.phase) {
    case Phase::die:
      if (side.card != Card::none || !side.back.is_none()) return false;
      return side.die == kNotChosen || (side.committed && die_known);
    case Phase::card:
      if (!die_known || !side.back.is_none()) return false;
      return side.card == Card::none || (side.committed && card_known);
    case Phase::combo:
      return die_known && card_known && side.back.is_none() && !side.committed;
    case Phase::take_back:
      if (!die_known || !card_known) return false;
      if (side.back.is_none()) return !side.committed && !side.back.choice;
      if (side.back.from.size() < kMinDiscard) return false;
      if (!std::ranges::all_of(side.back.from, [&](Card card) { return side.discard.contains(card); })) return false;
      if (!side.back.choice) return true;
      return side.committed && (*side.back.choice == Card::none || side.back.from.contains(*side.back.choice));
    case Phase::over:
      return none && !side.committed;
  }
  return false;
}

inline bool is_valid_pending(const State& state) {
  switch (state.pending) {
    case Pending::none:
      return state.step == 0;
    case Pending::set_up:
      return state.phase == Phase::die && state.round == 1;
    case Pending::recuperate:
      return state.phase == Phase::card || state.phase == Phase::combo;
  }
  return false;
}

inline bool is_valid_last(const State& state) {
  const Exchange& last = state.last;
  if (last.is_none()) return state.round == 1 && (state.phase == Phase::die || state.phase == Phase::card);
  const bool running = state.phase == Phase::combo || state.phase == Phase::take_back || state.phase == Phase::over ||
                       state.pending == Pending::recuperate;
  if (last.round != state.round - (running ? 0 : 1)) return false;
  for (const Seat seat : {kKnight, kDragon}) {
    if (last.cards[seat] >= Card::none || owner_of(last.cards[seat]) != seat) return false;
    if (running && state.phase != Phase::over && last.cards[seat] != state.seats[seat].card) return false;
  }
  return last.range_to == state.range;
}

inline bool is_valid_end(const State& state) {
  if ((state.phase == Phase::over) != state.result.has_value()) return false;
  if (state.phase == Phase::over) return *state.result == result_of(state);
  if (state.pending == Pending::recuperate) return true;
  return both_live(state) || (state.phase == Phase::combo && state.seats[kDragon].life > 0);
}

inline std::string_view why_invalid(const State& state) {
  if (check_options(state.options)) return "these options are refused";
  if (state.round < 1 || state.round > state.options.round_limit) return "there is no such round";
  if (!is_valid_pending(state)) return "what is pending does not fit";
  for (const Seat seat : {kKnight, kDragon}) {
    if (!is_valid_side(state, seat)) return "a side has other cards, dice or life than it could";
    if (!is_valid_choice(state, seat)) return "a side could not have chosen this";
  }
  if (state.phase == Phase::combo && partner_of(state.seats[kKnight].card) == Card::none) return "no follow-up to it";
  if (!is_valid_last(state)) return "the last exchange does not fit";
  if (!is_valid_end(state)) return "the end does not fit";
  return {};
}

// The list of a hand must be as it is written: in the order of the deck, no card twice.
template <class Json>
void from_json(const Json& json, State& state) {
  rules::from_json<Json, State>(json, state);
  if (Json(state) != json) notation::fail("state", "would be written otherwise");
  if (const auto complaint = why_invalid(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::dance
