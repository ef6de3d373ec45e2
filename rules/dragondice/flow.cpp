#include "rules/dragondice/flow.h"

namespace wyrmhall::rules::dragondice {

Result result_of(const State& state, EndReason reason) {
  Result result{.reason = reason};
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    int score = state.options.slay_points * state.slain[seat];
    for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
      score += health_of(state, units_at(state, seat, terrain_place(terrain)));
    }
    result.score[seat] = static_cast<std::uint16_t>(score);
  }
  if (reason == EndReason::elimination) {
    result.winner = has_units(state, 0) ? 0 : 1;
  } else if (result.score[0] != result.score[1]) {
    result.winner = result.score[0] > result.score[1] ? 0 : 1;
  }
  return result;
}

void set_up_turn(State& state) {
  state.effects[state.seat] = {};  // R-DD-37
  state.regrouped = 0;
  state.attack = {};
  state.todo = (1U << kTerrainsInPlay) - 1;
  filter_todo(state);
  state.step = Step::attack_terrain;
}

void filter_todo(State& state) {
  for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
    const Place place = terrain_place(terrain);
    if (!units_at(state, state.seat, place).empty() && !dragons_at(state, place).empty()) continue;
    state.todo = static_cast<std::uint8_t>(state.todo & ~(1U << terrain));
  }
}

bool is_due(State& state) {
  Attack& attack = state.attack;
  switch (state.step) {
    case Step::attack_terrain:
      filter_todo(state);
      if (state.todo != 0) return true;
      state.step = Step::regroup;
      return false;
    case Step::breath_order:
      if (!attack.breath.empty() && !army_of(state).empty()) return true;  // R-DD-17
      state.step = Step::treasure;
      return false;
    case Step::allocate:
      if (attack.response.shared < attack.response.pools.size()) return true;
      state.step = Step::total;
      return false;
    default:
      return true;
  }
}

}  // namespace wyrmhall::rules::dragondice
