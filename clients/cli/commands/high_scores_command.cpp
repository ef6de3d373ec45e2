#include "clients/cli/commands/high_scores_command.h"

#include <fmt/format.h>

#include "clients/cli/games/game_text.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {
namespace {

// How many of each are shown; a page of the browser goes on.
constexpr int kShown = 10;

}  // namespace

bool HighScoresCommand::welcomed(const v1::Welcome& welcome) {
  const std::string& game = context_.settings.game;
  wanted_.clear();
  for (const v1::GameOffer& offer : welcome.games()) {
    if (!game.empty() && offer.game() != game) continue;
    for (const std::string& name : offer.high_scores()) {
      v1::HighScoreName& high_score = wanted_.emplace_back();
      high_score.set_game(offer.game());
      high_score.set_name(name);
    }
  }
  if (!wanted_.empty()) return true;
  end(ExitCode::kUsage, game.empty() ? t("scores.none") : t("scores.noneOf", {{"game", strip_control_chars(game)}}));
  return false;
}

void HighScoresCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  ask();
}

void HighScoresCommand::ask() {
  v1::ClientMessage message;
  *message.mutable_list_high_scores()->mutable_high_score() = wanted_[asked_];
  session().send(message);
}

void HighScoresCommand::list(const v1::HighScores& scores) {
  const Paint& paint = context_.terminal.paint();
  context_.terminal.say(paint(Tint::kStrong, score_title(wanted_[asked_].game(), wanted_[asked_].name())));
  if (scores.lines().empty()) context_.terminal.say("  " + t("scores.nobody"));
  int place = 0;
  for (int i = 0; i < scores.lines_size() && i < kShown; ++i) {
    const v1::HighScoreLine& line = scores.lines(i);
    // Players who are level share a place.
    if (i == 0 || line.points() != scores.lines(i - 1).points()) place = i + 1;
    const std::string text = fmt::format("{:>4}  {:>6}  {}", fmt::format("{}.", place), line.points(),
                                         strip_control_chars(line.player().name()));
    const bool is_me = clients::id_of(line.player()) == session().account();
    context_.terminal.say(is_me ? paint(Tint::kStrong, text) : text);
  }
  context_.terminal.say("  " + t("scores.own", {{"n", scores.own()}}));
}

void HighScoresCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_high_scores()) return;
  list(message.high_scores());
  if (++asked_ < wanted_.size()) return ask();
  end();
}

}  // namespace wyrmhall::cli
