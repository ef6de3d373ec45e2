// watch: shows a match of others until it is over.
#pragma once

#include <memory>

#include "clients/cli/commands/command.h"
#include "clients/cli/match/chooser.h"
#include "clients/cli/match/play.h"
#include "clients/cli/terminal/typed_commands.h"

namespace wyrmhall::cli {

class WatchCommand : public Command, public MatchPlay::Owner {
 public:
  explicit WatchCommand(Context context) : Command(std::move(context)), chooser_(Decider::kFirst, 0) {}

  void signed_in(const v1::SignedIn& /*who*/, bool /*again*/) override {
    if (!match_) match_ = std::make_unique<MatchPlay>(context_, session(), chooser_, context_.settings.match, *this);
    match_->open();
  }
  // `quit` leaves, and so does the end of the input if a person types it.
  [[nodiscard]] bool reads_lines() const override { return context_.settings.person_at_terminal; }
  void line(std::string_view text) override {
    if (match_) match_->line(in_english(text));
  }
  void end_of_input() override { end(); }
  void resized() override {
    if (match_) match_->resized();
  }
  void received(const v1::ServerMessage& message) override {
    if (match_) match_->received(message);
  }

 private:
  void match_over(const v1::MatchInfo& /*info*/) override { end(); }
  void match_failed(ExitCode code, const std::string& sentence) override { end(code, sentence); }
  void match_left() override { end(); }

  Chooser chooser_;
  std::unique_ptr<MatchPlay> match_;
};

}  // namespace wyrmhall::cli
