// heroes, and heroes make, show, retire, fallen and board: heroes that last from one match to the next.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clients/cli/commands/command.h"
#include "clients/cli/games/hunt/new_hero.h"

namespace wyrmhall::cli {

// The player's own heroes: lists them, shows or retires one.
class HeroesCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool reads_lines() const override { return context_.settings.command == CommandName::kRetireHero; }
  void line(std::string_view text) override;
  void end_of_input() override { input_ended(); }
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void input_ended();
  void ask(const std::string& after);
  void listed_all();
  void list() const;
  void meant(const v1::Hero& hero);
  void retire();
  void ask_story(std::uint32_t before);
  void tell(const v1::HeroStory& story);

  std::vector<v1::Hero> heroes_;
  std::uint32_t most_living_ = 0;
  v1::Hero hero_;  // that is meant
  bool retiring_ = false;
  bool asked_ = false;
  std::size_t told_ = 0;  // hunts
};

// A hero that is made. If it is a custom one that is not complete and there is somebody to ask, they go on typing.
class MakeHeroCommand : public Command {
 public:
  explicit MakeHeroCommand(Context context);
  [[nodiscard]] bool reads_lines() const override { return context_.settings.can_ask(); }
  void line(std::string_view text) override;
  void end_of_input() override { end(ExitCode::kUsage, ""); }
  bool welcomed(const v1::Welcome& welcome) override;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void list(const std::string& after);
  void make();
  [[nodiscard]] std::string what_is_wrong() const;
  void ask_on(const std::string& wrong);

  NewHero hero_;
  std::vector<v1::Hero> stable_;  // as far as it has been listed
  bool listed_ = false;
  bool asked_ = false;  // for it to be made
  bool asking_ = false;
};

// The hall of the fallen, and the boards.
class FamousHeroesCommand : public Command {
 public:
  using Command::Command;
  [[nodiscard]] bool prints_greeting() const override { return false; }
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;

 private:
  void ask();
  void list(const v1::Hero& hero);

  v1::FamousPlace after_;
  std::uint64_t listed_ = 0;
};

}  // namespace wyrmhall::cli
