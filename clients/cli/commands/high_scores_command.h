// scores: the best that anybody has scored alone, for each high score that the server's games have.
#pragma once

#include <cstdint>
#include <vector>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class HighScoresCommand : public Command {
 public:
  using Command::Command;
  bool welcomed(const v1::Welcome& welcome) override;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  void list(const v1::HighScores& scores);

  std::vector<v1::HighScoreName> wanted_;
  std::size_t asked_ = 0;  // which of them
};

}  // namespace wyrmhall::cli
