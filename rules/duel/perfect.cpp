#include <algorithm>
#include <utility>

#include "rules/duel/legal.h"
#include "rules/duel/solver.h"

namespace wyrmhall::rules::duel {
namespace {

// Sums of many odds differ in their last bits where the true values are equal.
constexpr double kSame = 1e-12;

Figure figure(std::uint8_t dragon) {
  return static_cast<Figure>(dragon);
}

// How likely side 0 is to win with this pair: the first roll is as likely to name either (D-8). Nothing when that is
// not known now.
std::optional<double> worth_of_pair(const State& state, Pair pair, const Solutions& solutions) {
  const bool mirrored = pair[1] < pair[0];  // solved once for both ways round
  if (mirrored) std::swap(pair[0], pair[1]);
  const auto openings = solutions.openings(pair);
  if (openings == nullptr) return std::nullopt;
  const double zero =
      (series_value(*openings, state.setup, 0, 0, 0) + series_value(*openings, state.setup, 0, 0, 1)) / 2;
  return mirrored ? 1 - zero : zero;
}

// What choosing a dragon is worth to its side. D-7: dragon 0 is chosen first, and the other side answers with what is
// worst for it.
std::optional<double> worth_of_dragon(const State& state, std::uint8_t dragon, const Solutions& solutions) {
  if (state.actor == 1) {
    const auto zero = worth_of_pair(state, {figure(state.dragons[0].dragon), figure(dragon)}, solutions);
    return zero ? std::optional(1 - *zero) : std::nullopt;
  }
  double least = 1;
  for (std::uint8_t answer = 1; answer <= kDragonKinds; ++answer) {
    if (answer == dragon) continue;
    const auto worth = worth_of_pair(state, {figure(dragon), figure(answer)}, solutions);
    if (!worth) return std::nullopt;
    least = std::min(least, *worth);
  }
  return least;
}

}  // namespace

std::optional<Action> perfect_choice(const State& state, Seat seat, const Solutions& solutions) {
  ActionList list;
  list_choices(state, seat, list);
  if (list.empty()) return std::nullopt;
  const bool chooses = state.phase == Phase::choose;
  if (list.size() == 1 || (chooses && !state.setup.abilities)) return list[0];  // D-7: only looks
  std::shared_ptr<const Solver> solver;
  if (!chooses) {
    solver = solutions.solver({figure_of(state, 0), figure_of(state, 1)});
    if (solver == nullptr) return std::nullopt;
  }
  std::optional<Action> best;
  double most = 0;
  for (const Action& action : list) {
    double worth = 0;
    if (chooses) {
      const auto found = worth_of_dragon(state, action.dragon, solutions);
      if (!found) return std::nullopt;
      worth = *found;
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
