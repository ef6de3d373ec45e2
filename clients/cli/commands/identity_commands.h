// sign-ins, sign-out, name-sign-in, new-token, take-token, rename: who the player is to the server, and by which
// tokens.
#pragma once

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class SignInsCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void list(const v1::SignIns& sign_ins);
  // What the command does with the one that is meant.
  void act_on_one(const v1::SignIns& sign_ins);

  bool looked_up_ = false;  // which sign-in is meant
};

// Keeps a token that was given, under the name of the player that it was made for.
class TakeTokenCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& /*message*/) override {}
};

class RenameCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
};

}  // namespace wyrmhall::cli
