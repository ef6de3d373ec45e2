#include "rules/arena/sound.h"

#include <algorithm>

#include "rules/arena/board.h"
#include "rules/arena/flow.h"

namespace wyrmhall::rules::arena {
namespace {

bool sound_setup(const Setup& setup) {
  if (setup.placement > Placement::free || setup.difficulty > Difficulty::high) return false;
  if (!kFireSeat.holds(setup.fire_seat) || !kNuggets.holds(setup.nuggets)) return false;
  if (setup.max_duels < setup.nuggets || setup.max_duels > kMostDuels) return false;
  return !setup.solo || (setup.placement == Placement::baby && setup.nuggets == 1 && setup.max_duels == 1);
}

// Each placement goes its own way to the duel (section 3).
bool sound_phase(const State& state) {
  const Placement placement = state.setup.placement;
  const bool empty = layout_of(state).taken() == 0;
  switch (state.phase) {
    case Phase::allocate:
      return empty && (placement == Placement::big || placement == Placement::free);
    case Phase::pair:
      return empty && placement == Placement::equal;
    case Phase::place:
      return placement != Placement::baby;
    case Phase::duel:
    case Phase::over:
      return true;
  }
  return false;
}

bool sound_board(const State& state) {
  const bool rolled = state.pending != Pending::shuffle && state.pending != Pending::faces;
  std::array<int, 2> count{};
  for (unsigned square = 0; square < kSquares; ++square) {
    const Die& die = state.board[square];
    if (die.species > Species::none || die.power > kMostPower) return false;
    if (die.species == Species::none) {
      if (die.power != 0 || die.field) return false;
      continue;
    }
    ++count[index(die.species)];
    const bool has_power = rolled || (state.pending == Pending::faces && square < state.step);
    if ((die.power != 0) != has_power) return false;
  }
  for (const Species species : kSpecies) {
    if (count[index(species)] + static_cast<int>(state.pool[index(species)].size()) > kDragonsEach) return false;
  }
  return rolled || count[0] + count[1] == kSquares;
}

bool sound_pool(const Pool& pool, Phase phase) {
  if (!std::ranges::is_sorted(pool)) return false;
  if (phase == Phase::allocate && is_hidden(pool)) return pool.full() && pool.back() == 0;
  const bool in_use =
      phase == Phase::pair || phase == Phase::place || pool.empty() || (phase == Phase::allocate && pool.full());
  return in_use && std::ranges::all_of(pool, [](int power) { return power >= 1 && power <= kMostPower; });
}

bool sound_pending(const State& state) {
  switch (state.pending) {
    case Pending::none:
      return state.step == 0;
    case Pending::shuffle:
      return state.phase == Phase::duel && state.step >= 1 && state.step < kSquares;
    case Pending::faces:
      return state.phase == Phase::duel && state.step < kSquares;
    case Pending::throws:
      return state.phase == Phase::place && state.step < kSquares;
    case Pending::lots:
      return state.step == 0 && state.phase != Phase::allocate && state.phase != Phase::over;
  }
  return false;
}

// Whose decision it is, and that there is one.
bool sound_turn(const State& state) {
  if (state.starter > Species::none || state.to_move > Species::none || state.winner > Species::none) return false;
  const bool moves = state.pending == Pending::none && state.phase != Phase::allocate && state.phase != Phase::over;
  if (moves != (state.to_move != Species::none)) return false;
  if (!moves) return true;
  if (state.starter == Species::none) return false;
  switch (state.phase) {
    case Phase::pair:
      return state.pool[0] == state.pool[1] && state.pool[0].size() % 2 == 0 && !state.pool[0].full();
    case Phase::place:
      return !state.pool[index(state.to_move)].empty() && layout_of(state).empty() != 0;
    default:
      return !end_of(state);
  }
}

bool sound_series(const State& state) {
  if (state.duel < 1 || state.duel > state.setup.max_duels || state.stall > state.turn + kMostStall) return false;
  if (std::ranges::any_of(state.nuggets, [&](int won) { return won > state.setup.nuggets; })) return false;
  if (state.winner != Species::none && state.phase != Phase::over) return false;
  return state.results.size() < state.results.capacity() || state.phase == Phase::over;
}

}  // namespace

std::string_view unsoundness(const State& state) {
  if (!sound_setup(state.setup)) return "the set-up is none that options can come to";
  if (!sound_pending(state)) return "what is pending does not fit";
  for (const Pool& pool : state.pool) {
    if (!sound_pool(pool, state.phase)) return "the dice that are not placed do not fit";
  }
  if (!sound_board(state)) return "the board is none of dragons";
  if (!sound_phase(state)) return "there is no such phase in this placement";
  if (!sound_turn(state)) return "it is the turn of nobody who could take it";
  if (!sound_series(state)) return "the series does not fit";
  return {};
}

}  // namespace wyrmhall::rules::arena
