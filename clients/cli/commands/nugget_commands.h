// nuggets and richest: what was won.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class NuggetsCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  std::string before_;
  bool told_tally_ = false;
};

class RichestCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  void list(const v1::RichestLine& line);
  std::optional<v1::RichestPlace> after_;
  std::uint64_t listed_ = 0;
  std::uint64_t place_ = 0;  // of the last one that was listed; those who are level share theirs
  std::uint64_t nuggets_ = 0;
};

}  // namespace wyrmhall::cli
