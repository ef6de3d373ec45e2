// Heads or Tails as it is shown: the view, and the events.
#pragma once

#include "rules/coin/action.h"
#include "rules/coin/event.h"
#include "rules/coin/state.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::coin_wire {

struct View {
  static void write_view(const rules::coin::State* before, const rules::coin::State& now, MessageWriter& to);
  static void write_event(const rules::coin::State& state, const rules::coin::Event& event, MessageWriter& to);
  static bool tells_action(const rules::coin::Action& action);
  static void write_action_event(const rules::coin::State& before, rules::Seat seat, const rules::coin::Action& action,
                                 MessageWriter& to);
};

}  // namespace wyrmhall::server::coin_wire
