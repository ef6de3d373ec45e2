// block, unblock, blocked: whom this player does not want to be matched with. follow, unfollow, friends: whom the
// player wants to find again.
#pragma once

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class RelationsCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
};

}  // namespace wyrmhall::cli
