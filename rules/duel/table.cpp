#include "rules/duel/table.h"

#include <algorithm>
#include <array>

namespace wyrmhall::rules::duel {

// D-46, R-DUEL-17: the snake. Level teams, as in round 1: `first` leads.
void set_snake_order(State& state) {
  const unsigned k = lanes(state.setup);
  std::array<int, 2> energy{};
  for (unsigned i = 0; i < 2 * k; ++i) {
    if ((state.living & bit(i)) != 0) energy[i / k] += state.dragons[i].energy;
  }
  unsigned leader = state.first;
  if (energy[0] != energy[1]) leader = energy[0] > energy[1] ? 0U : 1U;
  state.order.clear();
  for (unsigned lane = 0; lane < k; ++lane) {
    const unsigned ahead = lane % 2 == 0 ? leader : 1U - leader;
    for (const unsigned team : {ahead, 1U - ahead}) {
      const unsigned index = (team * k) + lane;
      if ((state.living & bit(index)) != 0) state.order.push_back(static_cast<std::uint8_t>(index));
    }
  }
}

void set_ring_order(State& state) {
  const unsigned n = state.setup.dragons;
  unsigned starter = state.first;
  const bool by_energy = !state.setup.fair && !state.setup.same_start;
  if (state.setup.mode == Mode::arena && !by_energy) {  // D-39, second and third form; R-DUEL-14, R-DUEL-15
    if (state.setup.fair) starter = (state.first + state.round - 1U) % n;
    if ((state.living & bit(starter)) == 0) starter = next_left(state.living, starter, n);
  } else {
    int most = 0;
    for (unsigned step = 0, i = state.first; step < n; ++step, i = i + 1 == n ? 0 : i + 1) {
      if ((state.living & bit(i)) == 0 || state.dragons[i].energy <= most) continue;  // level: the first that was met
      most = state.dragons[i].energy;
      starter = i;
    }
  }
  state.order.clear();
  for (unsigned step = 0, i = starter; step < n; ++step, i = i + 1 == n ? 0 : i + 1) {
    if ((state.living & bit(i)) != 0) state.order.push_back(static_cast<std::uint8_t>(i));
  }
}

std::uint8_t adjudicate(const State& state) {
  struct Standing {
    int health = 0;
    int energy = 0;
    unsigned distance = 0;  // from the side that started
    auto operator<=>(const Standing&) const = default;
  };
  std::array<Standing, kMaxDragons> sides{};
  const unsigned starting = state.setup.mode == Mode::battle ? state.first : state.dragons[state.first].side;
  for (unsigned side = 0; side < state.setup.sides; ++side) {
    sides[side].distance = (side + state.setup.sides - starting) % state.setup.sides;
  }
  for (unsigned i = 0; i < state.setup.dragons; ++i) {
    const Dragon& dragon = state.dragons[i];
    if (!alive(dragon)) continue;
    sides[dragon.side].health += dragon.health;
    sides[dragon.side].energy += dragon.energy;
  }
  const auto end = sides.begin() + state.setup.sides;
  return static_cast<std::uint8_t>(std::max_element(sides.begin(), end) - sides.begin());
}

}  // namespace wyrmhall::rules::duel
