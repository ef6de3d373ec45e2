#include "rules/dance/strategy.h"

#include <algorithm>
#include <array>

#include "rules/dance/turn.h"
#include "rules/dice/fast_dice.h"
#include "rules/game.h"

namespace wyrmhall::rules::dance {
namespace {

constexpr Solving kEasy = {.rounds = 0, .steepness = 25};
constexpr Solving kEquilibrium = {.rounds = 500, .steepness = 0};

// The state with the choices of the running phase not made.
State unchosen(State state) {
  for (const Seat seat : {kKnight, kDragon}) {
    hide(state, seat);
    state.seats[seat].committed = false;
  }
  return state;
}

// The choices of a seat, without those that differ only in which of equal dice they take.
ActionList distinct_choices(const State& state, Seat seat) {
  ActionList all;
  list_choices(state, seat, all);
  ActionList distinct;
  const Side& side = state.seats[seat];
  for (const Action& action : all) {
    const auto same = [&](const Action& other) {
      return other.card == action.card && column_of(side, other.die) == column_of(side, action.die);
    };
    if (std::ranges::none_of(distinct, same)) distinct.push_back(action);
  }
  return distinct;
}

State after(State state, Seat seat, const Action& action) {
  NoSink sink;
  carry_out(state, seat, action, sink);
  return state;
}

}  // namespace

Solution RoundSolver::solve(const State& state) {
  const State open = unchosen(state);
  Solution solution;
  for (const Seat seat : {kKnight, kDragon}) solution.choices[seat] = distinct_choices(open, seat);
  const auto& [knights, dragons] = solution.choices;
  const std::size_t rows = std::max<std::size_t>(1, knights.size());
  const std::size_t columns = std::max<std::size_t>(1, dragons.size());
  solution.game = MatrixGame(rows, columns);
  for (std::size_t row = 0; row < rows; ++row) {
    const State half = knights.empty() ? open : after(open, kKnight, knights[row]);
    for (std::size_t column = 0; column < columns; ++column) {
      const Chances chances = worth(dragons.empty() ? half : after(half, kDragon, dragons[column]));
      solution.game.set(row, column, chances[kKnight], chances[kDragon]);
    }
  }
  solution.strategies = solving_.rounds > 0 ? match_regrets(solution.game, solving_.rounds)
                                            : reply_loosely(solution.game, solving_.steepness);
  return solution;
}

RoundSolver::FollowUp RoundSolver::follow_up(const State& state) {
  FollowUp best;
  best.chances[kKnight] = -1;
  for (const Action& action : distinct_choices(state, kKnight)) {
    const Chances chances = worth(after(state, kKnight, action));
    if (chances[kKnight] > best.chances[kKnight]) best = {action, chances};
  }
  return best;
}

Chances RoundSolver::worth(const State& state) {
  if (state.pending == Pending::none) {
    if (state.phase == Phase::card) return solve(state).strategies.value;
    if (state.phase == Phase::combo) return follow_up(state).chances;
  }
  ++cells_;
  return judge_.chances(state);
}

RoundSolver solver_of(Level level) {
  switch (level) {
    case Level::easy:
      return {Judge::plain(), kEasy};
    case Level::normal:
      return {Judge::plain(), kEquilibrium};
    case Level::hard:
      break;
  }
  return {Judge(learnt_net()), kEquilibrium};
}

Decision decide(const State& concealed, Seat seat, Level level, std::uint64_t seed) {
  if (!seats_to_decide(concealed).contains(seat)) return {};
  RoundSolver solver = solver_of(level);
  if (concealed.phase == Phase::combo) {
    const Action action = solver.follow_up(concealed).action;
    return {.action = action, .cells = solver.cells()};
  }
  const Solution solution = solver.solve(concealed);
  const ActionList& choices = solution.choices[seat];
  FastDice dice(seed);
  const std::size_t chosen = draw(solution.strategies.odds[seat], choices.size(), dice);
  return {.action = choices[chosen], .cells = solver.cells()};
}

}  // namespace wyrmhall::rules::dance
