// The decisions of Dragon Dice as their message.
#pragma once

#include <optional>

#include "rules/dragondice/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dragondice_wire {

struct Actions {
  static std::optional<rules::dragondice::Action> read_action(const v1::GameAction& message);
  static void write_action(const rules::dragondice::Action& action, MessageWriter& to);
};

}  // namespace wyrmhall::server::dragondice_wire
