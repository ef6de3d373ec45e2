// games, tables, challenges, matches and export: one question to the server, in as many parts as its answer takes.
#pragma once

#include <string>
#include <vector>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

// The games of the server and how each can be set up, which the server tells everybody who connects.
class GamesCommand : public Command {
 public:
  using Command::Command;
  bool welcomed(const v1::Welcome& welcome) override;
  // It does not sign in.
  void signed_in(const v1::SignedIn& /*who*/, bool /*again*/) override {}
  void received(const v1::ServerMessage& /*message*/) override {}
};

class TablesCommand : public Command {
 public:
  using Command::Command;
  // The tables at which the player sits, or is challenged, are told with the greeting.
  [[nodiscard]] bool prints_greeting() const override {
    return context_.settings.mine || context_.settings.command == CommandName::kChallenges;
  }
  bool welcomed(const v1::Welcome& welcome) override {
    welcome_ = welcome;
    return true;
  }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  v1::Welcome welcome_;
  std::string after_;
  int listed_ = 0;
  std::vector<std::string> running_;
};

// One table of all lines, once the last part is there: its columns are as wide as their widest cells.
class MatchesCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  std::string before_;
  std::vector<std::vector<std::string>> rows_;
};

class ExportCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  void done();
  std::string record_;
  std::uint64_t total_ = 0;  // bytes of all of it, as was said with the first part
};

// A match in a list: its id, when, what, who, and how it ended.
std::string match_line(const v1::MatchSummary& match);

}  // namespace wyrmhall::cli
