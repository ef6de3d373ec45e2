#include "rules/arena/value.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rules/arena/board.h"
#include "rules/arena/flow.h"

namespace wyrmhall::rules::arena {
namespace {

// What the elimination that is best for `mover` changes in its lead; in the opponent's turn of Solo Training, where the
// player chooses, the one that is worst for it. 0 where there is none.
int best_elimination(const State& state, Species mover) {
  const Layout layout = layout_of(state);
  const bool worst = is_opponent(state.setup, mover);
  std::optional<int> best;
  for (Squares own = layout.of[index(mover)]; own != 0; own = without_lowest(own)) {
    const std::uint8_t from = lowest(own);
    const std::uint8_t power = state.board[from].power;
    for (Squares prey = layout.prey(mover, from, power); prey != 0; prey = without_lowest(prey)) {
      const int gain = (2 * state.board[lowest(prey)].power) - power;
      if (!best || (worst ? gain < *best : gain > *best)) best = gain;
    }
  }
  return best.value_or(0);
}

// The lead of a species if the duel ended after the next elimination. In Solo Training each dragon of the opponent
// beyond the fourth, which loses the duel, counts as much as a strong one.
double lead_of(const State& state, Species own) {
  const DuelResult now = result_of(state, DuelEnd::no_contact);
  const std::size_t enemy = index(other(own));
  double lead = now.score[index(own)] - now.score[enemy];
  if (now.auto_loss.value_or(false)) lead -= 10.0 + (kMaxPower * (now.left[enemy] - 4.0));
  if (state.to_move == Species::none) return lead;
  const int gain = best_elimination(state, state.to_move);
  return lead + (state.to_move == own ? gain : -gain);
}

}  // namespace

double value_of(const State& state, Seat seat) {
  if (seat > (state.setup.solo ? 0 : 1)) return 0.5;
  const Species own = species_of(state.setup, seat);
  if (state.phase == Phase::over) {
    if (state.winner == Species::none) return 0.5;
    return state.winner == own ? 1 : 0;
  }
  const bool fights = state.phase == Phase::duel && state.pending == Pending::none;
  const double duel = fights ? std::tanh(lead_of(state, own) / kClearLead) : 0;  // -1..1
  const double nuggets = state.nuggets[index(own)] - state.nuggets[index(other(own))];
  return std::clamp(0.5 + (0.5 * (nuggets + duel) / state.setup.nuggets), 0.0, 1.0);
}

}  // namespace wyrmhall::rules::arena
