// Dragons Arena as it is shown: the view, and the events.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/arena/action.h"
#include "rules/arena/event.h"
#include "rules/arena/legal.h"
#include "rules/arena/state.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::arena_wire {

struct View {
  static void write_view(const rules::arena::State* before, const rules::arena::State& now, MessageWriter& to);
  static void write_event(const rules::arena::State& state, const rules::arena::Event& event, MessageWriter& to);
  static bool tells_action(const rules::arena::Action& action);
  static void write_action_event(const rules::arena::State& before, rules::Seat seat,
                                 const rules::arena::Action& action, MessageWriter& to);
};

// The key of a species in maps.
inline std::uint32_t key(rules::arena::Species species) {
  return static_cast<std::uint32_t>(species);
}

// The power that a target has afterwards; 0 if it is eliminated.
inline int weakened(const rules::arena::State& state, const rules::arena::Action& action) {
  return std::max(0, state.board[action.square].power - rules::arena::strength_of(state.to_move));
}

}  // namespace wyrmhall::server::arena_wire
