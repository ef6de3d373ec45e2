// The decisions of Heads or Tails as their message.
#pragma once

#include <optional>

#include "rules/coin/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::coin_wire {

struct Actions {
  static std::optional<rules::coin::Action> read_action(const v1::GameAction& message);
  static void write_action(const rules::coin::Action& action, MessageWriter& to);
};

}  // namespace wyrmhall::server::coin_wire
