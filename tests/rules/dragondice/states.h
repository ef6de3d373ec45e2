// States of Dragon Dice as JSON, and whether one could have come about in play: what is read from a test's file is
// checked with this before the rules touch it.
#pragma once

#include <algorithm>
#include <string_view>

#include "rules/dragondice/notation.h"
#include "rules/dragondice/state.h"

namespace wyrmhall::rules::dragondice {

inline std::string_view why_invalid(const State& state) {
  if (state.first_of_seat1 > state.units.size()) return "there are not so many units";
  for (const Unit& unit : state.units) {
    if (unit.at > kBuried) return "no unit can be there";
  }
  for (const Dragon& dragon : state.dragons) {
    if (!dragon.at.is_terrain() && dragon.at != kPool) return "no dragon can be there";
  }
  if (std::ranges::any_of(state.call, [](int points) { return points > kCallPoints.most; }))
    return "too many call points";
  if ((state.step == Step::over) != state.result.has_value()) return "over without a result, or the reverse";
  if (state.asking && !is_question(state.step)) return "nothing can be asked";
  // I-3: outside an attack no effect belongs to an army without units.
  if (!state.asking || (state.step != Step::regroup && state.step != Step::call)) return {};
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
      const bool none = state.effects[seat][static_cast<std::size_t>(terrain)] == Effects{};
      if (!none && units_at(state, seat, terrain_place(terrain)).empty()) return "an effect on nobody";
    }
  }
  return {};
}

template <class Json>
void to_json(Json& json, const State& state) {
  rules::to_json<Json, State>(json, state);
}

template <class Json>
void from_json(const Json& json, State& state) {
  rules::from_json<Json, State>(json, state);
  if (const auto complaint = why_invalid(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::dragondice
