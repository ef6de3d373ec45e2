// The decisions of Dragons Arena as their message.
#pragma once

#include <optional>

#include "rules/arena/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::arena_wire {

struct Actions {
  static std::optional<rules::arena::Action> read_action(const v1::GameAction& message);
  static void write_action(const rules::arena::Action& action, MessageWriter& to);
};

}  // namespace wyrmhall::server::arena_wire
