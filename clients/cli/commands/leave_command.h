// leave: gets up from a table at which the match has not begun; without an id from all of them.
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
  void leave_next();

  std::vector<MatchId> tables_;  // that are still to be left
  std::size_t left_ = 0;
};

}  // namespace wyrmhall::cli
