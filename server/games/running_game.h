// The one type-erased face of a game in the server: a match of any game being folded, and what is told of it.
//
// Nothing outside server/games/ names a game. A RunningGame is used by one thread at a time; the tasks that it hands
// out hold copies of what they need and may run on any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "persistence/hash.h"
#include "persistence/heroes.h"
#include "rules/game.h"
#include "rules/match.h"
#include "rules/seat.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

namespace pb = wyrmhall::v1;

using rules::Stop;
// Chooses an action for a seat from what that seat may know. Empty: there was nothing to choose, or the bot has more to
// work out than it was given time for, and is to be asked again.
using ThinkTask = std::move_only_function<std::optional<pb::GameAction>(const Stop&)>;
// Works out the odds of an action; nothing when there are too many outcomes to list.
using OddsTask = std::move_only_function<std::optional<pb::Odds>()>;

class RunningGame {
 public:
  RunningGame() = default;
  RunningGame(const RunningGame&) = delete;
  RunningGame& operator=(const RunningGame&) = delete;
  virtual ~RunningGame() = default;

  [[nodiscard]] virtual rules::SeatSet waiting_on() const = 0;
  [[nodiscard]] virtual rules::SeatSet seats_out() const = 0;
  [[nodiscard]] virtual std::optional<rules::Ending> ending() const = 0;

  // Why this move would be refused; nothing if it would not. Looks at no dice: legality is judged before any link is
  // used.
  [[nodiscard]] virtual std::optional<pb::Refusal> refusal_of(rules::MoveKind kind, rules::Seat seat,
                                                              const pb::GameAction* action) const = 0;

  // Mixes a link into the dice; it must follow on the seat's last one.
  virtual void reveal(rules::Seat seat, const persistence::Link& link) = 0;

  // Carries out a move that refusal_of() let pass. write_diff and write_events tell what it did, until the next move.
  virtual void play(rules::MoveKind kind, rules::Seat seat, const pb::GameAction* action) = 0;

  // Whether the last move, and the state it led to, look the same to every viewer: then what is told to one is told to
  // all.
  [[nodiscard]] virtual bool tells_all_alike() const = 0;
  // The fields of a GameView.
  virtual void write_snapshot(rules::Viewer viewer, MessageWriter& view) const = 0;
  virtual void write_diff(rules::Viewer viewer, MessageWriter& view) const = 0;
  // The events of a MatchUpdate. Everybody hears the same story: a secret is told once it no longer is one.
  virtual void write_events(MessageWriter& update) const = 0;
  // The fields of Choices.
  virtual void write_choices(rules::Seat seat, MessageWriter& choices) const = 0;

  // A hero of GameOptions.heroes as the match would give it back now; nothing if the game keeps no heroes.
  [[nodiscard]] virtual std::optional<persistence::HeroBooked> booked(const pb::BroughtHero& hero) const = 0;
  // For a seat that is waited on: what is decided for it when it runs out of time; nothing where it is out then.
  [[nodiscard]] virtual std::optional<pb::GameAction> time_out_action(rules::Seat seat) const = 0;
  // For a seat that is waited on.
  [[nodiscard]] virtual ThinkTask think(rules::Seat seat, pb::BotLevel level, std::uint64_t seed) const = 0;
  // For an action that refusal_of() lets pass.
  [[nodiscard]] virtual OddsTask odds(rules::Seat seat, const pb::GameAction& action) const = 0;
};

// What a game writes, as messages to be looked into.
inline pb::GameView snapshot_of(const RunningGame& game, rules::Viewer viewer) {
  return message_of<pb::GameView>([&](MessageWriter& to) { game.write_snapshot(viewer, to); });
}
inline pb::GameView diff_of(const RunningGame& game, rules::Viewer viewer) {
  return message_of<pb::GameView>([&](MessageWriter& to) { game.write_diff(viewer, to); });
}
// An update with nothing but its events.
inline pb::MatchUpdate events_of(const RunningGame& game) {
  return message_of<pb::MatchUpdate>([&](MessageWriter& to) { game.write_events(to); });
}
inline pb::Choices choices_of(const RunningGame& game, rules::Seat seat) {
  return message_of<pb::Choices>([&](MessageWriter& to) { game.write_choices(seat, to); });
}

}  // namespace wyrmhall::server
