// The decisions of Dragon Dance as their message.
#pragma once

#include <optional>

#include "rules/dance/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dance_wire {

struct Actions {
  static std::optional<rules::dance::Action> read_action(const v1::GameAction& message);
  static void write_action(const rules::dance::Action& action, MessageWriter& to);
};

}  // namespace wyrmhall::server::dance_wire
