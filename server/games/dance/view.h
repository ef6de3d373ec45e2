// Dragon Dance as it is shown: the view, and the events.
#pragma once

#include <cstdint>

#include "rules/dance/action.h"
#include "rules/dance/event.h"
#include "rules/dance/state.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::dance_wire {

struct View {
  static void write_view(const rules::dance::State* before, const rules::dance::State& now, MessageWriter& to);
  static void write_event(const rules::dance::State& state, const rules::dance::Event& event, MessageWriter& to);
  static bool tells_action(const rules::dance::Action& action);
  static void write_action_event(const rules::dance::State& before, rules::Seat seat,
                                 const rules::dance::Action& action, MessageWriter& to);
};

// A card's number; -1 is no card.
inline std::int32_t or_none(rules::dance::Card card) {
  return card == rules::dance::Card::none ? -1 : static_cast<std::int32_t>(card);
}

}  // namespace wyrmhall::server::dance_wire
