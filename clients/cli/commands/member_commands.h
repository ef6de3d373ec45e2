// login, logout, password, recovery-codes: a guest becomes a member, and gets in on another device.
#pragma once

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

// Asks the person for the password or code of a command of these, before there is a connection. How the program ends
// when there is none.
std::optional<ExitCode> ask_for_secrets(Settings& settings);
// What login signs in with.
v1::SignIn sign_in_of(const Settings& settings);

class LoginCommand : public Command {
 public:
  using Command::Command;
  void code_to_confirm(const v1::SignInCode& code) override;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& /*message*/) override {}
};

class LogoutCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  std::string name_;
  bool revoking_ = false;
};

class PasswordCommand : public Command {
 public:
  using Command::Command;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
};

}  // namespace wyrmhall::cli
