// The words of a game: how this client draws a view and tells an event. For Dragon Duel they are the class DuelText of
// duel/text.h, and so for each game; a game without such a class is told in the words of the protocol itself
// (plain/text.h), and can be played all the same.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/paint.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/luck.pb.h"
#include "wyrmhall/v1/match.pb.h"

namespace wyrmhall::cli {

// What the words are about: a match as one viewer sees it. Refers to its parts, so it lives no longer than they do.
struct Scene {
  const v1::GameView& view;
  const v1::MatchInfo& info;
  int seat;  // of this viewer; -1 for a spectator
  std::uint32_t waiting_on;
  const Paint& paint;
  const v1::Choices* choices = nullptr;  // what this viewer may choose now; null where nothing is asked
  bool brief = false;                    // the board leaves out what matters least
};

class GameText {
 public:
  GameText() = default;
  GameText(const GameText&) = delete;
  GameText& operator=(const GameText&) = delete;
  virtual ~GameText() = default;

  // What a seat plays, as far as the options say it, such as "Knight"; empty if all seats are alike.
  [[nodiscard]] virtual std::string side(const v1::GameOptions& /*options*/, int /*seat*/) const { return {}; }
  // The whole view, in lines.
  [[nodiscard]] virtual std::vector<std::string> board(const Scene& scene) const = 0;
  // One event as one sentence; empty for what goes without saying.
  [[nodiscard]] virtual std::string event(const Scene& scene, const v1::GameEvent& event) const = 0;
  // What happened in one step, as sentences: those of its events, in their order, unless a game tells them otherwise.
  using Events = google::protobuf::RepeatedPtrField<v1::GameEvent>;
  [[nodiscard]] virtual std::vector<std::string> step(const Scene& scene, const Events& events) const;
  // What a choice says on its button, and what it costs.
  [[nodiscard]] virtual std::string choice(const Scene& scene, const v1::Choice& choice) const = 0;
  // Why something cannot be done, or was refused.
  [[nodiscard]] virtual std::string reason(const Scene& scene, const v1::Sentence& sentence) const = 0;
  // The choices as they are listed: each row is one choice, or several consecutive ones (by index).
  struct Row {
    int first;
    int last;
    std::string text;
  };
  [[nodiscard]] virtual std::vector<Row> rows(const Scene& scene, const v1::Choices& choices) const;
  // Whether the list leaves out a reason why something cannot be done: a player who tries is told it.
  [[nodiscard]] virtual bool goes_without_saying(const v1::Sentence& /*reason*/) const { return false; }
  // Whether forms are typed in the game's own way of writing, which form() shows: not as "number: values".
  [[nodiscard]] virtual bool types_forms() const { return false; }
  // Whether a choice comes after all others and the forms: what a player does if nothing else can be done.
  [[nodiscard]] virtual bool comes_last(const v1::Sentence& /*choice*/) const { return false; }
  // What a form asks for, in lines. A line that says how one way to fill it in is typed can be chosen as it is.
  struct FormLine {
    std::string text;
    std::string typed = {};
  };
  [[nodiscard]] virtual std::vector<FormLine> form(const Scene& scene, const v1::Form& form) const;
  // What a person has typed other than the number of a choice, as the values of a form or in the game's own way of
  // writing: the action that it means, or what is wrong with it. Neither if it means nothing in this game.
  struct Typed {
    std::optional<v1::GameAction> action = {};
    std::string complaint = {};
  };
  [[nodiscard]] virtual Typed typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const;
  // What can be typed now, by examples that could be typed as they are.
  struct Way {
    std::string example;
    std::string what;
  };
  [[nodiscard]] virtual std::vector<Way> ways_to_type(const Scene& /*scene*/, const v1::Choices& /*choices*/) const {
    return {};
  }
  // What a thing of the game is whose name is this, or begins with it: a unit, a dragon, a card, a skill. In lines;
  // none if nothing has such a name.
  [[nodiscard]] virtual std::vector<std::string> about(const Scene& /*scene*/, std::string_view /*name*/) const {
    return {};
  }
  // What carries the sign of our additions to the original game, in sentences for the help.
  [[nodiscard]] virtual std::vector<std::string> house() const { return {}; }
  // What may come of an action, most likely first.
  [[nodiscard]] virtual std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const = 0;
  // After the match: how dice of one kind fell; their sum, if faces are numbers.
  [[nodiscard]] virtual std::string dice_luck(const v1::DiceLuck& dice) const;
  // After the match: what came of the decisions against what could be expected. Nothing if the game has no figures.
  [[nodiscard]] virtual std::vector<std::string> luck(const Scene& /*scene*/, const v1::Luck& /*luck*/) const {
    return {};
  }
};

// The words of a game by its code name.
const GameText& text_of(std::string_view game);

// Who sits in a seat: "You", a player's name, "Greedy bot", or, if there are several, "Greedy bot 2".
std::string seat_name(const Scene& scene, int seat);
// The names of all seats in order, for lists, where nobody is "you". Empty for a seat that is free.
std::vector<std::string> seat_names(const google::protobuf::RepeatedPtrField<v1::MatchSeat>& seats);
std::vector<std::string> seat_names(const google::protobuf::RepeatedPtrField<v1::TableSeat>& seats);

// What a high score of a game is called, such as "Solitaire: the most enemies at once".
std::string score_title(std::string_view game, std::string_view name);

// "Mira wins.", "Victory!", "Nobody wins.", and why, if it was not played to its end.
std::string outcome_text(const Scene& scene, const v1::Outcome& outcome);

// One result of the odds: how probable it is, and what it changes.
std::string odds_line(double probability, const std::vector<std::string>& changes);

// What can be typed and what it does, in columns.
std::string help_line(std::string_view typed, std::string_view what);

}  // namespace wyrmhall::cli
