// Runs before join, decline, watch, leave and export: finds the table or match whose id was given by its beginning, or
// as the last one.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class FindIdCommand : public Command {
 public:
  using Command::Command;
  // What it looks through was not asked for.
  [[nodiscard]] bool prints_greeting() const override { return false; }
  [[nodiscard]] bool prints_answers() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
  [[nodiscard]] std::optional<Settings> next() const override { return next_; }

 private:
  void look_at(const MatchId& id, const std::string& what);
  void ask_for_matches(const std::string& before);
  void ask_for_tables(const std::string& after);
  void found();

  std::map<MatchId, std::string> fitting_;  // with what each is
  std::optional<MatchId> newest_;           // that the command is about
  int looked_at_ = 0;
  std::optional<Settings> next_;
};

}  // namespace wyrmhall::cli
