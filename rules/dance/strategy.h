// How bots play Dragon Dance. Both sides choose without seeing each other, so what is best is a mixture: each round is
// solved as a matrix game of the dice, in which each cell is a matrix game of the cards that follow. The cells of that
// are what a judge thinks of the state after the round.
//
// A draw is worth nothing to either (R-DANCE-16), so every cell has two payoffs, each side's chance to win, and each
// side is after its own. Where the option returnOne is on, the cards that may come back are left out of looking ahead;
// what to take back is a matrix game of its own. All functions are pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/dance/legal.h"
#include "rules/dance/state.h"
#include "rules/dance/value.h"
#include "rules/game.h"
#include "rules/search/matrix_game.h"

namespace wyrmhall::rules::dance {

// What there is to choose from in a phase, and how to choose. Of dice that show the same, only the first is listed. A
// seat that has nothing to decide has no choices, and odds of 1 for none.
struct Solution {
  std::array<ActionList, 2> choices;
  MatrixGame game{1, 1};
  MixedStrategies strategies;
};

// How a level solves a matrix game.
struct Solving {
  int rounds = 0;       // of regret matching; 0: loosely
  float steepness = 0;  // of the loose reply
};

class RoundSolver {
 public:
  RoundSolver(const Judge& judge, const Solving& solving) : judge_(judge), solving_(solving) {}

  // Solves the phases die, card and take_back, by what either seat may know: choices that are already made, hidden or
  // not, are as if not made.
  Solution solve(const State& state);
  // What the knight does in phase combo, and what comes of it.
  struct FollowUp {
    Action action;
    Chances chances{};
  };
  FollowUp follow_up(const State& state);
  // The chances in any state, with all that follows by itself and in this round.
  Chances worth(const State& state);

  // How many states have been judged so far: what the work is measured in.
  [[nodiscard]] std::uint32_t cells() const { return cells_; }

 private:
  Judge judge_;
  Solving solving_;
  std::uint32_t cells_ = 0;
};

RoundSolver solver_of(Level level);

struct Decision {
  std::optional<Action> action;  // none when the seat has nothing to decide
  std::uint32_t cells = 0;
};

// The most states that are judged for one decision: every pair of dice, none among them; every pair of cards; and where
// the knight has hit with one of its two Combo cards, each follow-up instead, with and without its dice.
inline constexpr std::uint32_t kMaxDicePairs = (kKnightDice + 1) * (kDragonDice + 1);
inline constexpr std::uint32_t kMaxCells = kMaxDicePairs * ((5 * 7) + (2 * 7 * (kKnightDice + 1)));

// What a bot of this level does. `concealed` is what the seat may know. The same arguments give the same answer.
Decision decide(const State& concealed, Seat seat, Level level, std::uint64_t seed);

}  // namespace wyrmhall::rules::dance
