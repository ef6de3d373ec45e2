// leave: gets up from a table at which the match has not begun. decline: does not sit down at a table to which one is
// challenged. Without an id all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class LeaveCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  [[nodiscard]] bool declines() const { return context_.settings.command == CommandName::kDecline; }
  void leave_next();

  std::vector<MatchId> tables_;  // that are still to be left, or declined
  std::size_t left_ = 0;
};

}  // namespace wyrmhall::cli
