// The hall, in which a person who has typed no command finds what to do: go on with a match, play a game, sit down with
// somebody who waits, or watch.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class HallCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool reads_lines() const override { return true; }
  void line(std::string_view text) override;
  void end_of_input() override { end(); }
  void resized() override { show(); }
  bool welcomed(const v1::Welcome& welcome) override;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
  [[nodiscard]] std::optional<Settings> next() const override { return next_; }

 private:
  struct Offer {
    std::string text;
    std::function<void()> choose;  // none of a heading
  };
  void show();
  void list_hall();
  void list_opponents(const v1::GameOffer& game);
  void go(CommandName command, const std::function<void(Settings&)>& change);

  v1::Welcome welcome_;
  v1::SignedIn who_;
  v1::Tables tables_;
  std::vector<Offer> offers_;
  bool in_hall_ = false;  // what is listed is the hall itself
  std::optional<Settings> next_;
};

}  // namespace wyrmhall::cli
