// The games that this server knows: all that it has rules of. Each has its adapter in a folder beside this file.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "persistence/matches.h"
#include "persistence/rules_in_use.h"
#include "record/written.h"
#include "server/games/hero_game.h"
#include "server/games/running_game.h"
#include "server/games/seat_game.h"

namespace wyrmhall::server {

// What the server does with a game before and after it runs.
class GameKind {
 public:
  GameKind() = default;
  GameKind(const GameKind&) = delete;
  GameKind& operator=(const GameKind&) = delete;
  virtual ~GameKind() = default;

  // Its name on the wire, the rules versions it can fold, its bots, its seats, its options.
  [[nodiscard]] virtual const pb::GameOffer& offer() const = 0;
  [[nodiscard]] virtual std::uint32_t newest_version() const = 0;
  // How many decisions a match takes at least if it is played to its end as people play: a match that is over sooner
  // was given up before it began.
  [[nodiscard]] virtual std::uint32_t shortest_match() const = 0;
  // How many moves a match has at most: far more than anybody needs who plays to win. Then it is ended.
  [[nodiscard]] virtual std::uint32_t longest_match() const = 0;

  // Null if no heroes of it are kept.
  [[nodiscard]] virtual const HeroGame* heroes() const = 0;

  // Null if nothing is left to seats.
  [[nodiscard]] virtual const SeatGame* seats_bring() const = 0;

  // Checks options and fills in the defaults, except for GameOptions.heroes, which is left out. On refusal, why.
  virtual std::optional<pb::Refusal> complete(pb::GameOptions& options) const = 0;
  // How many seats a match of complete options has.
  [[nodiscard]] virtual int seats(const pb::GameOptions& options) const = 0;

  // Whether this bot plays matches of these options, which must be complete. Some of offer().bots() play only some.
  [[nodiscard]] virtual bool plays(pb::BotLevel level, const pb::GameOptions& options) const = 0;

  // The start of a stored match: its first state, with the dice rolled that come before the first decision. On failure,
  // a sentence for the log: the row was written under rules that this server does not know, or not by this server.
  [[nodiscard]] virtual std::expected<std::unique_ptr<RunningGame>, std::string> start(
      const persistence::MatchRow& row) const = 0;

  // An action as it is stored: a filled form becomes the action that it means, if that needs no state (rules/form.h).
  [[nodiscard]] virtual std::string stored_action(const pb::GameAction& action) const = 0;

  // Complete options as records and statements have them: JSON on one line.
  [[nodiscard]] virtual std::string options_text(const pb::GameOptions& options) const = 0;

  // The record of a finished match as docs/record.md has it, its end signed by `vouch`, or why it cannot be made.
  [[nodiscard]] virtual std::expected<record::Written, std::string> record(const persistence::StoredMatch& match,
                                                                           const record::Vouch& vouch) const = 0;

  // How the dice of a finished match fell, or why that cannot be told. Slow, as record() is: for a worker.
  [[nodiscard]] virtual std::expected<pb::Luck, std::string> luck(const persistence::StoredMatch& match) const = 0;
};

// Each game has a function <code>_game(), such as duel_game(), which its adapter defines.
#define WYRMHALL_GAME(code, Name) const GameKind& code##_game();
#include "generated/rules/games.inc"

// By their numbers.
std::span<const GameKind* const> all_games();
// The heroes of the one game that keeps heroes.
const HeroGame& hero_game();
const GameKind* find_game(std::string_view code_name);
// What this server can play, for the others of its store.
std::vector<persistence::GameRules> all_rules();
// Where it stands in all_games().
std::size_t index_of(const GameKind& kind);
// The game that a set of options is for; null when none is set.
const GameKind* game_of(const pb::GameOptions& options);

// Folds a stored match into `game`, which must just have been started from its row, move after move; `after` is called
// after each with its index. False when a move does not fit: the record was not written by this server.
template <class Moves, class After>
bool fold(RunningGame& game, const Moves& moves, After&& after);

bool play_recorded(RunningGame& game, const persistence::Move& move);

// Mixes what came with a move into the dice, before it is played.
void reveal_links(RunningGame& game, const persistence::Move& move);

template <class Moves, class After>
bool fold(RunningGame& game, const Moves& moves, After&& after) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!play_recorded(game, moves[i])) return false;
    after(i);
  }
  return true;
}

}  // namespace wyrmhall::server
