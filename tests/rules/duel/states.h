// States of Dragon Duel as JSON, and whether one could have come about in play: what is read from a test's file is
// checked with this before the rules touch it.
#pragma once

#include <span>
#include <string_view>

#include "rules/duel/notation.h"
#include "rules/duel/state.h"
#include "rules/duel/table.h"

namespace wyrmhall::rules::duel {

inline bool is_valid_setup(const Setup& setup) {
  const bool two_sides = setup.mode != Mode::arena;
  if (setup.mode > Mode::battle || setup.dragons < 2 || setup.dragons > kMaxDragons) return false;
  if (setup.sides != (two_sides ? 2 : setup.dragons)) return false;
  if (setup.mode == Mode::duel && setup.dragons != 2) return false;
  if (setup.mode == Mode::battle && (setup.dragons % 2 != 0 || setup.dragons < 2 * kLanes.least)) return false;
  if (setup.match_games % 2 == 0 || !kMatchGames.holds(setup.match_games)) return false;
  return setup.round_cap <= kRoundCap.most;
}

inline bool is_valid_dragon(const State& state, std::size_t index) {
  const Dragon& dragon = state.dragons[index];
  const bool automatic = state.setup.mode == Mode::solitaire && index > 0;
  return dragon.side < state.setup.sides && (dragon.seat == kNoSeat) == automatic &&
         (automatic || dragon.seat < kMaxSeats) && dragon.dragon <= kDragonKinds && dragon.health <= kFullHealth &&
         dragon.energy >= kMinEnergy && dragon.energy <= kFullEnergy && dragon.fell <= state.setup.dragons;
}

inline bool is_valid_order(const State& state) {
  DragonSet seen = 0;
  for (const std::uint8_t index : state.order) {
    if (index >= state.setup.dragons || (seen & bit(index)) != 0) return false;
    seen |= bit(index);
  }
  return state.pos <= state.order.size();
}

inline bool is_valid_actor(const State& state) {
  if (state.phase == Phase::over) return state.actor == kNobody && state.seat == kNoSeat;
  if (state.pending == Pending::first_roll) return state.actor == kNobody && state.seat == kNoSeat;
  if (state.actor >= state.setup.dragons) return false;
  const Dragon& dragon = state.dragons[state.actor];
  if (state.phase == Phase::choose) {
    return dragon.dragon == 0 && state.seat == (state.setup.mode == Mode::solitaire ? Seat{0} : dragon.seat);
  }
  return state.pos < state.order.size() && state.order[state.pos] == state.actor && alive(dragon) &&
         state.seat == dragon.seat && (state.pending == Pending::none) == (state.seat != kNoSeat);
}

inline bool is_valid_pending(const State& state) {
  if (state.pending != Pending::none && state.phase != Phase::act) return false;
  const unsigned contenders = state.setup.mode == Mode::battle ? 2U : state.setup.dragons;
  if (state.contenders >= bit(contenders)) return false;
  if ((state.pending == Pending::first_roll) != (state.contenders != 0)) return false;
  if (state.pending == Pending::enemy_turn) {
    const int energy = state.actor < kMaxDragons ? state.dragons[state.actor].energy : 0;
    return state.enemy_action != ActionKind::dragon && state.enemy_action <= ActionKind::wait &&
           (state.enemy_action == ActionKind::wait ? energy < kFullEnergy : energy > cost_of(state.enemy_action));
  }
  return true;
}

inline bool is_valid_score(const State& state) {
  const bool started = state.phase == Phase::act && state.pending != Pending::first_roll;
  const unsigned starters = state.setup.mode == Mode::battle ? 2U : state.setup.dragons;
  if (state.first == kNobody ? started : state.first >= starters) return false;
  if (state.game < 1 || state.game > state.setup.match_games) return false;
  const bool may_be_drawn = state.setup.mode == Mode::arena && state.setup.match_games > 1;  // R-DUEL-24
  if (state.phase == Phase::over ? state.winner == kNobody && !may_be_drawn : state.winner != kNobody) return false;
  for (const std::uint8_t side : {state.winner, state.game_winner}) {
    if (side != kNobody && side >= state.setup.sides) return false;
  }
  for (std::size_t i = 0; i < state.wins.size(); ++i) {
    if (state.wins[i] > (i < state.setup.sides ? state.setup.match_games : 0)) return false;
  }
  return true;
}

inline std::string_view why_invalid(const State& state) {
  if (!is_valid_setup(state.setup)) return "no options lead to this set-up";
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    if (!is_valid_dragon(state, i)) return "a dragon is out of its ranges";
  }
  if (state.living != living_of(state)) return "the living are not those with health";
  if (!is_valid_order(state)) return "the order of turns is not one of dragons";
  if (state.phase > Phase::over || state.pending > Pending::enemy_turn) return "there is no such phase";
  if (!is_valid_pending(state)) return "what is pending does not fit";
  if (!is_valid_actor(state)) return "whoever is to move could not";
  if (!is_valid_score(state)) return "the score does not fit";
  return {};
}

template <class Json>
void from_json(const Json& json, State& state) {
  rules::from_json<Json, State>(json, state);
  for (const Dragon& dragon : std::span(state.dragons).first(state.setup.dragons)) {
    if (!alive(dragon)) ++state.deaths;
  }
  state.living = living_of(state);
  if (const auto complaint = why_invalid(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::duel
