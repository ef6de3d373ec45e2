// Dragon Duel as it is shown: the view, and the events.
#pragma once

#include "rules/duel/action.h"
#include "rules/duel/event.h"
#include "rules/duel/state.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::duel_wire {

struct View {
  static void write_view(const rules::duel::State* before, const rules::duel::State& now, MessageWriter& to);
  static void write_event(const rules::duel::State& state, const rules::duel::Event& event, MessageWriter& to);
  static bool tells_action(const rules::duel::Action& action);
  static void write_action_event(const rules::duel::State& before, rules::Seat seat, const rules::duel::Action& action,
                                 MessageWriter& to);
};

}  // namespace wyrmhall::server::duel_wire
