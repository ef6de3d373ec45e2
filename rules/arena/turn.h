// What a decision does (sections 3 and 4 of docs/rules/arena.md). The action has been judged before.
#pragma once

#include <cstdint>
#include <utility>

#include "rules/arena/event.h"
#include "rules/arena/flow.h"
#include "rules/arena/legal.h"
#include "rules/arena/state.h"
#include "rules/game.h"

namespace wyrmhall::rules::arena {

// --- Set-up ---

// Where the other allocation is hidden, in a state that a search looks ahead from, nobody can tell what comes of
// the second one: both are made, and the search ends there.
template <class Sink>
void allocate(State& state, Seat seat, const Action& action, Sink& sink) {
  Pool& pool = state.pool[index(species_of(state.setup, seat))];
  for (const std::uint8_t power : action.powers) pool.push_back(power);
  for (const Pool& committed : state.pool) {
    if (committed.empty() || is_hidden(committed)) return;
  }
  reveal(state, sink);
}

// both get the pair; after the fourth comes the placement, begun by the starter.
inline void pair(State& state, const Action& action) {
  for (Pool& pool : state.pool) {
    insert(pool, action.power);
    insert(pool, static_cast<std::uint8_t>(kMaxPower + 1 - action.power));
  }
  state.to_move = other(state.to_move);
  if (state.pool[0].full()) state.phase = Phase::place;
}

//
template <class Sink>
void place(State& state, const Action& action, Sink& sink) {
  take(state.pool[index(state.to_move)], action.power);
  state.board[action.square] = {.species = state.to_move, .power = action.power, .field = false};
  state.to_move = other(state.to_move);
  if (state.pool[0].empty() && state.pool[1].empty()) begin_turns(state, sink);
}

// --- The duel ---

template <class Sink>
void eliminate(State& state, const Action& action, Sink& sink) {
  Die& target = state.board[action.to];
  target = {.species = state.to_move, .power = target.power, .field = false};
  state.board[action.square] = {};
  state.stall = 0;
  tell(sink, [&] { return Eliminated{.square = action.to}; });
}

// R-ARENA-14..20.
template <class Sink>
void trigger(State& state, const Action& action, Sink& sink) {
  const Die target = state.board[action.square];
  const int power = target.power - strength_of(state.to_move);
  state.board[action.square] = {};
  if (power <= 0) {
    state.stall = 0;
    tell(sink, [&] { return Eliminated{.square = action.square}; });
    return;
  }
  const std::uint8_t to = action.to == kNowhere ? action.square : action.to;
  state.board[to] = {.species = target.species, .power = static_cast<std::uint8_t>(power), .field = false};
}

// One of the three turns of A-21.
template <class Sink>
void take_turn(State& state, const Action& action, Sink& sink) {
  ++state.turn;
  ++state.stall;
  if (action.kind == ActionKind::eliminate) {
    eliminate(state, action, sink);
  } else if (action.kind == ActionKind::modify) {
    state.board[action.square].power = action.power;
    state.board[action.square].field = true;
  } else {
    trigger(state, action, sink);
  }
  state.to_move = other(state.to_move);
  check_end(state, sink);
}

template <class Sink>
void carry_out(State& state, Seat seat, const Action& action, Sink& sink) {
  switch (action.kind) {
    case ActionKind::allocate:
      return allocate(state, seat, action, sink);
    case ActionKind::pair:
      return pair(state, action);
    case ActionKind::place:
      return place(state, action, sink);
    case ActionKind::eliminate:
    case ActionKind::modify:
    case ActionKind::trigger:
      return take_turn(state, action, sink);
  }
}

}  // namespace wyrmhall::rules::arena
