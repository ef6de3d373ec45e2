// my-data, delete-account, keep-account: what the server keeps about the player, and an end of it.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

// Asks for everything that the server tells a player about themselves, list by list, and saves it as one JSON object.
class MyDataCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  [[nodiscard]] bool prints_answers() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask_next();
  void add(const char* list, const google::protobuf::Message& part);
  void done();

  std::deque<v1::ClientMessage> to_ask_;
  std::map<std::string, std::vector<std::string>> lists_;  // of JSON, by their names
};

class DeletionCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
};

}  // namespace wyrmhall::cli
