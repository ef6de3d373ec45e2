// What follows by itself: the set-up of a duel, its end, the series. Every
// die is a step of its own.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "rules/arena/board.h"
#include "rules/arena/event.h"
#include "rules/arena/state.h"
#include "rules/dice/dice.h"
#include "rules/game.h"

namespace wyrmhall::rules::arena {

// turns in a row without an elimination.
inline constexpr int kMaxStall = 20;

// Sets up the duel that `state.duel` names, up to the first die or decision.
void begin_duel(State& state);

// What the duel came to, by the powers left.
DuelResult result_of(const State& state, DuelEnd reason);

// Why the duel is over, or nothing. Looked at after every turn, and before the first.
std::optional<DuelEnd> end_of(const State& state);

// who has more of the lowest power in which the species differ; none where they are level.
Species starter_by_powers(const State& state);

// Scores the duel; sets up the next one unless that ends the series.
template <class Sink>
void end_duel(State& state, DuelEnd reason, Sink& sink) {
  const DuelResult result = result_of(state, reason);
  state.results.push_back(result);
  tell(sink, [&] { return DuelEnded{result}; });
  bool supremacy = false;
  if (result.winner != Species::none) supremacy = ++state.nuggets[index(result.winner)] == state.setup.nuggets;
  if (!supremacy && state.duel < state.setup.max_duels) {
    ++state.duel;
    begin_duel(state);
    return;
  }
  state.phase = Phase::over;
  state.to_move = Species::none;
  const auto [fire, ice] = state.nuggets;
  if (fire != ice) state.winner = fire > ice ? Species::fire : Species::ice;
  tell(sink, [&] { return Supremacy{.winner = state.winner}; });
}

template <class Sink>
void check_end(State& state, Sink& sink) {
  if (const auto reason = end_of(state)) end_duel(state, *reason, sink);
}

// In Solo Training the duel can be over before the first turn.
template <class Sink>
void begin_turns(State& state, Sink& sink) {
  state.phase = Phase::duel;
  state.to_move = state.starter;
  check_end(state, sink);
}

// The starter goes on with what comes next in this placement.
template <class Sink>
void set_starter(State& state, Species species, Sink& sink) {
  state.starter = species;
  state.to_move = species;
  tell(sink, [&] { return Started{.species = species}; });
  if (state.setup.placement == Placement::baby) begin_turns(state, sink);
}

// R-ARENA-10.
template <class Sink>
void find_starter(State& state, Sink& sink) {
  const Species species = starter_by_powers(state);
  if (species != Species::none) return set_starter(state, species, sink);
  state.pending = Pending::lots;
}

// the second commitment makes both public.
template <class Sink>
void reveal(State& state, Sink& sink) {
  state.phase = Phase::place;
  tell(sink, [&] { return Reveal{.powers = state.pool}; });
  find_starter(state, sink);
}

// --- Steps of chance ---

template <Dice D>
void shuffle_step(State& state, D& dice) {
  const auto j = static_cast<std::size_t>(dice.roll(state.step + 1) - 1);
  std::swap(state.board[state.step].species, state.board[j].species);
  if (--state.step == 0) state.pending = Pending::faces;
}

template <Dice D, class Sink>
void faces_step(State& state, D& dice, Sink& sink) {
  state.board[state.step].power = static_cast<std::uint8_t>(dice.roll(kMaxPower));
  if (++state.step < kSquares) return;
  state.pending = Pending::none;
  state.step = 0;
  find_starter(state, sink);
}

template <Dice D, class Sink>
void throws_step(State& state, D& dice, Sink& sink) {
  insert(state.pool[state.step / kDragonsEach], static_cast<std::uint8_t>(dice.roll(kMaxPower)));
  if (++state.step < 2 * kDragonsEach) return;
  state.pending = Pending::none;
  state.step = 0;
  find_starter(state, sink);
}

template <Dice D, class Sink>
void lots_step(State& state, D& dice, Sink& sink) {
  const int roll = dice.roll(2);
  state.pending = Pending::none;
  tell(sink, [&] { return Lots{.roll = static_cast<std::uint8_t>(roll)}; });
  set_starter(state, roll == 1 ? Species::fire : Species::ice, sink);
}

}  // namespace wyrmhall::rules::arena
