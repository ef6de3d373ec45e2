// States of Heads or Tails as JSON, and whether one could have come about in play: what is read from a test's file is
// checked with this before the rules touch it.
#pragma once

#include <algorithm>
#include <string_view>

#include "rules/coin/notation.h"
#include "rules/coin/options.h"

namespace wyrmhall::rules::coin {

inline std::string_view why_invalid(const State& state) {
  if (!kPoints.holds(state.to_win)) return "no options lead to this";
  const auto [first, second] = state.points;
  if (std::max(first, second) > state.to_win) return "a seat has more points than win";
  if (first == state.to_win && second == state.to_win) return "both have won";
  const bool over = first == state.to_win || second == state.to_win;
  if (over) return state.seat == kNoSeat ? "" : "a match that is over asks for a call";
  // C-3: they take turns, and each toss gives a point.
  return state.seat == (first + second) % kSeats ? "" : "it is the other seat's call";
}

template <class Json>
void from_json(const Json& json, State& state) {
  rules::from_json<Json, State>(json, state);
  if (const auto complaint = why_invalid(state); !complaint.empty()) notation::fail("state", complaint);
}

}  // namespace wyrmhall::rules::coin
