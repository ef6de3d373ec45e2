// Tells a match to a person: its events as sentences, the board, and what can be chosen.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/games/game_text.h"
#include "clients/cli/match/listing.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/match_model.h"

namespace wyrmhall::cli {

class MatchPrinter {
 public:
  // `model` must outlive it.
  MatchPrinter(Terminal& terminal, const clients::MatchModel& model) : terminal_(terminal), model_(model) {}

  void introduction() const;
  void step(const v1::MatchUpdate& update) const;
  // The board as it stands now: after the first time, what has changed in it.
  void board() { draw_board(std::exchange(board_shown_, true) ? BoardIs::kChanged : BoardIs::kNew); }
  // All of it, for a player who wants to see it.
  void board_asked_for() const { draw_board(BoardIs::kAskedFor); }
  [[nodiscard]] bool board_shown() const { return board_shown_; }
  void choices() const;
  // The numbers as in choices(); for a program, those of the server.
  [[nodiscard]] std::vector<ListedLine> listed_choices() const;
  // Nothing is to be chosen.
  void no_choices() const;
  void waiting() const;
  // A seat has no connection any more; the match waits for it and when `claim` will be right; that it is; that it is
  // back.
  void left(int seat) const;
  void absent(int seat, std::chrono::milliseconds claimable_in) const;
  void claimable(int seat) const;
  void back(int seat) const;
  void outcome() const;
  void odds(const v1::Odds& odds) const;
  // Why there are no odds for what was typed, which is not one of the choices.
  void no_odds_of(std::string_view typed) const;
  // After the match: what was rolled, against what could be expected.
  void luck(const v1::Luck& luck) const;
  // What has happened so far; with `recap` only the end of it.
  void story(const std::vector<v1::MatchUpdate>& updates, bool recap) const;
  void refusal(const v1::Refusal& refusal) const;
  // What can be typed now.
  void help() const;

  [[nodiscard]] Scene scene() const;
  [[nodiscard]] const GameText& text() const;

 private:
  void draw_board(BoardIs board) const;
  void say_faint(const std::string& line) const;
  [[nodiscard]] std::vector<std::string> sentences(const v1::MatchUpdate& update) const;

  Terminal& terminal_;
  const clients::MatchModel& model_;
  bool board_shown_ = false;
};

}  // namespace wyrmhall::cli
