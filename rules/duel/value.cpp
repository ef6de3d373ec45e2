#include "rules/duel/value.h"

#include <algorithm>
#include <cmath>

namespace wyrmhall::rules::duel {
namespace {

double worth(const Dragon& dragon) {
  return alive(dragon) ? dragon.health + (kEnergyWorth * dragon.energy) : 0;
}

std::uint8_t side_of_seat(const State& state, Seat seat) {
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    if (state.dragons[i].seat == seat) return state.dragons[i].side;
  }
  return kNobody;
}

}  // namespace

double value_of(const State& state, Seat seat) {
  const std::uint8_t side = side_of_seat(state, seat);
  if (side == kNobody) return 0.5;
  if (state.phase == Phase::over && state.winner != kNobody) return state.winner == side ? 1 : 0;
  if (state.phase == Phase::over) {  // R-DUEL-24: a draw of those with the most wins
    return state.wins[side] == std::ranges::max(state.wins) ? 0.5 : 0;
  }

  double lead = 0;
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    lead += state.dragons[i].side == side ? worth(state.dragons[i]) : -worth(state.dragons[i]);
  }
  const double game = std::tanh(lead / kClearLead);  // -1..1

  int best_other = 0;
  for (std::size_t i = 0; i < state.setup.sides; ++i) {
    if (i != side) best_other = std::max<int>(best_other, state.wins[i]);
  }
  const int needed = (state.setup.match_games / 2) + 1;
  return std::clamp(0.5 + (0.5 * (state.wins[side] - best_other + game) / needed), 0.0, 1.0);
}

}  // namespace wyrmhall::rules::duel
