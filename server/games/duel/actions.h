// The decisions of Dragon Duel as their message.
#pragma once

#include <optional>

#include "rules/duel/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::duel_wire {

struct Actions {
  static std::optional<rules::duel::Action> read_action(const v1::GameAction& message);
  static void write_action(const rules::duel::Action& action, MessageWriter& to);
};

}  // namespace wyrmhall::server::duel_wire
