// The decisions of Dice & Dragons as their message.
#pragma once

#include <optional>

#include "rules/hunt/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::hunt_wire {

struct Actions {
  static std::optional<rules::hunt::Action> read_action(const v1::GameAction& message);
  static void write_action(const rules::hunt::Action& action, MessageWriter& to);
};

}  // namespace wyrmhall::server::hunt_wire
