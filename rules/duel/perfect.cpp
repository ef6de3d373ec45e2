#include <algorithm>

#include "rules/duel/legal.h"
#include "rules/duel/solver.h"

namespace wyrmhall::rules::duel {
namespace {

// Sums of many odds differ in their last bits where the true values are equal.
constexpr double kSame = 1e-12;

Figure figure(std::uint8_t dragon) {
  return static_cast<Figure>(dragon);
}

// How likely side 0 is to win with this pair: the first roll is as likely to name either (D-8).
double worth_of_pair(const State& state, Pair pair, const Solutions& solutions) {
  const auto openings = solutions.openings(pair);
  return (series_value(*openings, state.setup, 0, 0, 0) + series_value(*openings, state.setup, 0, 0, 1)) / 2;
}

// D-7: dragon 0 is chosen first, in the knowledge that the other side will answer with the worst for it.
double worth_of_dragon(const State& state, std::uint8_t dragon, const Solutions& solutions) {
  if (state.actor == 1) return 1 - worth_of_pair(state, {figure(state.dragons[0].dragon), figure(dragon)}, solutions);
  double least = 1;
  for (std::uint8_t answer = 1; answer <= kDragonKinds; ++answer) {
    if (answer == dragon) continue;
    least = std::min(least, worth_of_pair(state, {figure(dragon), figure(answer)}, solutions));
  }
  return least;
}

}  // namespace

bool is_solved(const Setup& setup) {
  return setup.mode == Mode::duel;
}

std::optional<Action> perfect_choice(const State& state, Seat seat, const Solutions& solutions) {
  ActionList list;
  list_choices(state, seat, list);
  if (list.empty()) return std::nullopt;
  const bool chooses = state.phase == Phase::choose;
  if (list.size() == 1 || (chooses && !state.setup.abilities)) return list[0];  // D-7: only looks
  std::shared_ptr<const Solver> solver;
  if (!chooses) solver = solutions.solver({figure_of(state, 0), figure_of(state, 1)});
  std::optional<Action> best;
  double most = 0;
  for (const Action& action : list) {
    double worth = 0;
    if (chooses) {
      worth = worth_of_dragon(state, action.dragon, solutions);
    } else {
      const double zero = solver->value_of(state, action);
      worth = state.dragons[state.actor].side == 0 ? zero : 1 - zero;
    }
    if (best && worth <= most + kSame) continue;
    best = action;
    most = worth;
  }
  return best;
}

}  // namespace wyrmhall::rules::duel
