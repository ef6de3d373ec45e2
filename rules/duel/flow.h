// What follows by itself: the first roll, rounds, the end of a game and of a match, the turns of automatic dragons
// (D-8, D-10, D-27..D-37). Cut into steps that roll a die or a small group of them each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/dice/dice.h"
#include "rules/duel/event.h"
#include "rules/duel/legal.h"
#include "rules/duel/state.h"
#include "rules/duel/table.h"
#include "rules/duel/turn.h"
#include "rules/game.h"

namespace wyrmhall::rules::duel {

// House guards against dice that never settle anything (D-8, D-35).
inline constexpr int kMaxTries = 100;

template <class Sink>
constexpr void begin_round(State& state, Sink& sink) {
  ++state.round;
  set_order(state);
  state.pos = 0;
  tell(sink, [&] { return Round{.round = state.round, .order = state.order}; });
}

// `first` is set; all counters start afresh (D-6, D-31).
template <class Sink>
constexpr void begin_game(State& state, Sink& sink) {
  state.round = 0;
  state.deaths = 0;
  for (unsigned i = 0; i < state.setup.dragons; ++i) {
    Dragon& dragon = state.dragons[i];
    dragon.health = kFullHealth;
    dragon.energy = kFullEnergy;
    dragon.fell = 0;
  }
  state.living = living_of(state);
  if (state.setup.fair && state.setup.mode == Mode::duel) state.dragons[1U - state.first].energy = 3;  // D-12
  begin_round(state, sink);
}

// D-30: whether nobody else can come level with the side any more. With two sides, it is the one with more than half.
constexpr bool is_out_of_reach(const State& state, unsigned side) {
  const unsigned left = state.setup.match_games - unsigned{state.game};
  for (unsigned other = 0; other < state.setup.sides; ++other) {
    if (other != side && state.wins[other] + left >= state.wins[side]) return false;
  }
  return true;
}

// Gives the game to a side; begins the next one unless that decides the match.
template <class Sink>
constexpr void end_game(State& state, std::uint8_t side, Sink& sink) {
  state.game_winner = side;
  ++state.wins[side];
  tell(sink, [&] { return GameWon{.game = state.game, .winner = side}; });
  // R-DUEL-9. A game that another side wins can put the leader out of reach too: there is one game less left.
  unsigned leader = 0;
  for (unsigned other = 1; other < state.setup.sides; ++other)
    leader = state.wins[other] > state.wins[leader] ? other : leader;
  const bool won = is_out_of_reach(state, leader);
  if (won || state.game == state.setup.match_games) {
    state.phase = Phase::over;
    state.actor = kNobody;
    state.seat = kNoSeat;
    if (!won) return;  // R-DUEL-24: several have the most wins
    state.winner = static_cast<std::uint8_t>(leader);
    tell(sink, [&] { return MatchWon{.winner = state.winner}; });
    return;
  }
  ++state.game;
  const unsigned starters = state.setup.mode == Mode::battle ? 2U : state.setup.dragons;
  state.first = static_cast<std::uint8_t>((state.first + 1U) % starters);  // D-31
  begin_game(state, sink);
}

// D-27, also after a wait (R-DUEL-22); D-57.
constexpr void gain(State& state) {
  for (unsigned i = 0; i < state.setup.dragons; ++i) {
    Dragon& dragon = state.dragons[i];
    if (alive(dragon) && dragon.energy < kFullEnergy) ++dragon.energy;
  }
  if (!state.setup.abilities) return;
  for (unsigned i = 0; i < state.setup.dragons; ++i) {
    Dragon& dragon = state.dragons[i];
    if (figure_of(state, i) == Figure::spring && alive(dragon) && dragon.health < kFullHealth) ++dragon.health;
  }
}

// Gives the turn to the next living dragon of the order (D-41); false when the order is used up (D-11).
constexpr bool next_turn(State& state) {
  while (state.pos < state.order.size() && (state.living & bit(state.order[state.pos])) == 0) ++state.pos;
  if (state.pos == state.order.size()) return false;
  state.actor = state.order[state.pos];
  state.seat = state.dragons[state.actor].seat;
  if (state.seat == kNoSeat) {  // D-36
    state.pending = Pending::enemy_die;
    state.tries = 0;
  }
  return true;
}

// The end of a round: the cap, or the gains and the next round.
template <class Sink>
constexpr void end_round(State& state, Sink& sink) {
  if (state.setup.round_cap != 0 && state.round >= state.setup.round_cap) {
    return end_game(state, adjudicate(state), sink);  // D-32
  }
  gain(state);  // before the order is made: R-DUEL-6
  begin_round(state, sink);
}

// D-10: goes on to the next turn that somebody, or chance, has to take.
template <class Sink>
constexpr void advance(State& state, Sink& sink) {
  while (state.phase != Phase::over) {
    const std::uint8_t side = state.deaths == 0 ? kNobody : last_side_standing(state);
    if (side != kNobody) {
      end_game(state, side, sink);  // D-29
    } else if (next_turn(state)) {
      return;
    } else {
      end_round(state, sink);
    }
  }
}

// D-8: all dragons roll for who starts, in a battle one for each team (D-44).
constexpr void begin_first_roll(State& state) {
  state.phase = Phase::act;
  state.pending = Pending::first_roll;
  state.tries = 0;
  state.contenders = static_cast<std::uint8_t>(bit(state.setup.mode == Mode::battle ? 2U : state.setup.dragons) - 1U);
  state.actor = kNobody;
  state.seat = kNoSeat;
}

// One roll of the group; R-DUEL-8: only those level at the highest go on.
template <Dice D, class Sink>
constexpr void first_roll(State& state, D& dice, Sink& sink) {
  Initiative story;
  DragonSet highest = 0;
  int most = 0;
  for (DragonSet left = state.contenders; left != 0; left &= left - 1) {
    const unsigned index = lowest(left);
    const int value = dice.roll(12);
    if (value > most) highest = 0;
    if (value >= most) highest |= bit(index);
    most = std::max(most, value);
    if constexpr (!kSilent<Sink>) {
      story.rolls.push_back({static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(value)});
    }
  }
  tell(sink, [&] { return story; });
  state.contenders = static_cast<std::uint8_t>(highest);
  ++state.tries;
  if ((highest & (highest - 1)) != 0 && state.tries < kMaxTries) return;
  state.first = static_cast<std::uint8_t>(lowest(highest));
  state.pending = Pending::none;
  state.contenders = 0;
  state.tries = 0;
  begin_game(state, sink);
  advance(state, sink);
}

// D-35, R-DUEL-11: the d4 of an automatic dragon; what it cannot do is rolled again.
template <Dice D, class Sink>
constexpr void enemy_die(State& state, D& dice, Sink& sink) {
  constexpr std::array kTable = {ActionKind::claw, ActionKind::tail, ActionKind::fire, ActionKind::wait};
  const int roll = dice.roll(4);
  tell(sink, [&] { return EnemyDie{.actor = state.actor, .roll = static_cast<std::uint8_t>(roll)}; });
  const int energy = state.dragons[state.actor].energy;
  ActionKind kind = kTable[static_cast<std::size_t>(roll - 1)];
  if (!affordable(kind, energy)) {
    if (++state.tries < kMaxTries) return;
    kind = *std::ranges::find_if(kTable, [&](ActionKind one) { return affordable(one, energy); });
  }
  state.pending = Pending::enemy_turn;
  state.enemy_action = kind;
  state.tries = 0;
}

// The attack, or the wait, that the d4 named. An enemy attacks only the human (D-34).
template <Dice D, class Sink>
constexpr void enemy_turn(State& state, D& dice, Sink& sink) {
  const ActionKind kind = state.enemy_action;
  state.pending = Pending::none;
  state.enemy_action = ActionKind::wait;
  take_turn(state, kind, 0, dice, sink);
  ++state.pos;
  advance(state, sink);
}

}  // namespace wyrmhall::rules::duel
