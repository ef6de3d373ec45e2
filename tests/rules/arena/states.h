// States of Dragons Arena as JSON, and whether one could have come about in play: what is read from a test's file is
// checked with this before the rules touch it.
#pragma once

#include <algorithm>
#include <string_view>

#include "rules/arena/board.h"
#include "rules/arena/flow.h"
#include "rules/arena/notation.h"
#include "rules/arena/state.h"

namespace wyrmhall::rules::arena {

inline bool is_valid_setup(const Setup& setup) {
  if (setup.placement > Placement::free || setup.difficulty > Difficulty::high) return false;
  if (!kFireSeat.holds(setup.fire_seat) || !kNuggets.holds(setup.nuggets)) return false;
  if (setup.max_duels < setup.nuggets || setup.max_duels > kMaxDuels) return false;
  return !setup.solo || (setup.placement == Placement::baby && setup.nuggets == 1 && setup.max_duels == 1);
}

// Each placement goes its own way to the duel (section 3).
inline bool is_valid_phase(const State& state) {
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

inline bool is_valid_board(const State& state) {
  const bool rolled = state.pending != Pending::shuffle && state.pending != Pending::faces;
  std::array<int, 2> count{};
  for (unsigned square = 0; square < kSquares; ++square) {
    const Die& die = state.board[square];
    if (die.species > Species::none || die.power > kMaxPower) return false;
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

inline bool is_valid_pool(const Pool& pool, Phase phase) {
  if (!std::ranges::is_sorted(pool)) return false;
  if (phase == Phase::allocate && is_hidden(pool)) return pool.full() && pool.back() == 0;
  const bool in_use =
      phase == Phase::pair || phase == Phase::place || pool.empty() || (phase == Phase::allocate && pool.full());
  return in_use && std::ranges::all_of(pool, [](int power) { return power >= 1 && power <= kMaxPower; });
}

inline bool is_valid_pending(const State& state) {
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
inline bool is_valid_turn(const State& state) {
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

inline bool is_valid_series(const State& state) {
  if (state.duel < 1 || state.duel > state.setup.max_duels || state.stall > state.turn + kMaxStall) return false;
  if (std::ranges::any_of(state.nuggets, [&](int won) { return won > state.setup.nuggets; })) return false;
  if (state.winner != Species::none && state.phase != Phase::over) return false;
  return state.results.size() < state.results.capacity() || state.phase == Phase::over;
}

inline std::string_view why_invalid(const State& state) {
  if (!is_valid_setup(state.setup)) return "no options lead to this set-up";
  if (!is_valid_pending(state)) return "what is pending does not fit";
  for (const Pool& pool : state.pool) {
    if (!is_valid_pool(pool, state.phase)) return "the dice that are not placed do not fit";
  }
  if (!is_valid_board(state)) return "the board is not one of this game";
  if (!is_valid_phase(state)) return "there is no such phase in this placement";
  if (!is_valid_turn(state)) return "whoever is to move could not";
  if (!is_valid_series(state)) return "the series does not fit";
  return {};
}

// A hidden pool is the word "hidden", and the last of `results` is `outcome` besides, as the vectors have it.
template <class Json>
void to_json(Json& json, const State& state) {
  rules::to_json<Json, State>(json, state);
  for (std::size_t i = 0; i < state.pool.size(); ++i) {
    if (is_hidden(state.pool[i])) json["pool"][i] = "hidden";
  }
  json["outcome"] = json["results"].empty() ? Json(nullptr) : json["results"].back();
}

template <class Json>
void from_json(const Json& json, State& state) {
  Json plain = json;
  if (plain.is_object()) {
    plain.erase("outcome");
    for (Json& pool : plain["pool"]) {
      if (pool == "hidden") pool = Json::array({0, 0, 0, 0, 0, 0, 0, 0});
    }
  }
  rules::from_json<Json, State>(plain, state);
  if (const auto complaint = why_invalid(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::arena
