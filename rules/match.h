// A match of any game as the fold of its recorded moves. It adds what the game itself does not know: that seats can
// give up, run out of time or be gone. The server's actors, replays and `wyrmhall verify` fold with this same type.
//
//   auto match = Match<Duel>::start(options, version, dice, sink);       // or the Fault of the options
//   match->apply_move(MoveKind::kAction, seat, action, dice, sink);      // nothing, or why it is refused
//   match->waiting_on(), match->ending(), match->state(), match->seats_out()
//
// A Match is a value: copying it forks the match. Nothing here knows a clock; that a seat ran out of time, or was
// absent, is a move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <utility>

#include "rules/dice/dice.h"
#include "rules/fault.h"
#include "rules/game.h"
#include "rules/outcome.h"
#include "rules/seat.h"

namespace wyrmhall::rules {

// What a recorded move is. The numbers are kept on disk (persistence/matches.h has the same) and never change.
enum class MoveKind : std::uint8_t {
  kAction = 0,    // a seat decided
  kResigned = 1,  // a seat gave up: it is out
  kTimedOut = 2,  // a seat that was waited on ran out of time: it is out; or, with an action, that was decided for it
  kStandIn = 3,   // an action of a seat that is out, chosen by the server
  kResumed = 4,   // time passed that is charged to nobody: changes nothing, and has no seat and no action
  kAbsent = 5,    // a seat that was waited on was gone for too long, and another claimed that: it is out
};

// Why a match ended. The numbers are those of OutcomeReason in the protocol.
enum class EndReason : std::uint8_t {
  kPlayed = 1,    // by the rules of the game
  kResigned = 2,  // the last move before it was a resignation that left at most one side
  kTime = 3,      // the same by running out of time
  kAbsence = 4,   // the same by being absent
};

// In a DefaultGame, how often in a row a seat may run out of time before it is out.
inline constexpr int kMaxDefaults = 5;

// What a match gave to each seat, by the game's own rule; 0 for a seat that the match does not have.
using Nuggets = std::array<std::uint16_t, kMaxSeats>;

struct Ending {
  Outcome outcome;
  EndReason reason = EndReason::kPlayed;
  Nuggets nuggets{};
  std::optional<Score> score = std::nullopt;
  friend bool operator==(const Ending&, const Ending&) = default;
};

// Why a move does not fit the match as it stands. The match is then untouched, and no die was rolled.
struct MoveRefusal {
  enum class Why : std::uint8_t {
    kOver,           // the match is over
    kNoSuchSeat,     // the match has fewer seats
    kSeatIsOut,      // it resigned, ran out of time or was absent before: only stand-in moves
    kSeatIsIn,       // a stand-in move of a seat that decides for itself
    kNotWaitedOn,    // it cannot run out of time or be absent, since nothing is asked of it
    kActionNeeded,   // an action or a stand-in move without one
    kNotTheDefault,  // a seat that ran out of time, with another action than is decided for it, or with or without one
    kRule,           // the game forbids it: see `fault`
  };
  Why why = Why::kRule;
  std::optional<Fault> fault;
};

// Seats that are out. While at least two sides have seats that decide for themselves, the match goes on, and stand-in
// moves are recorded for the seats that are out. Once there are fewer (or none, where all seats were on one side from
// the start), it ends at once: the seats of the side that is left have won with place 1, those that are out included,
// and all others share place 2. If no side is left, nobody has won.
template <Game G>
class Match {
 public:
  using Options = typename G::Options;
  using State = typename G::State;
  using Action = typename G::Action;

  // Rolls what is rolled before the first decision. A match may be over at once.
  template <Dice D, class Sink = NoSink>
  static std::expected<Match, Fault> start(const Options& options, std::uint32_t version, D& dice, Sink&& sink = {}) {
    auto state = rules::start<G>(options, version, dice, sink);
    if (!state) return std::unexpected(state.error());
    return Match(options, *std::move(state));
  }

  // One recorded move. `action` is needed by kAction and kStandIn, must be time_out_action() with kTimedOut, and is not
  // looked at by the others.
  template <Dice D, class Sink = NoSink>
  std::optional<MoveRefusal> apply_move(MoveKind kind, Seat seat, const std::optional<Action>& action, D& dice,
                                        Sink&& sink = {}) {
    if (auto refusal = refusal_of(kind, seat, action)) return refusal;
    switch (kind) {
      case MoveKind::kTimedOut:
        if (action) {
          ++defaults_[seat];
          return decide(seat, *action, dice, sink);
        }
        [[fallthrough]];
      case MoveKind::kResigned:
      case MoveKind::kAbsent:
        out_.insert(seat);
        end_if_decided(reason_of(kind));
        return std::nullopt;
      case MoveKind::kAction:
      case MoveKind::kStandIn:
        defaults_[seat] = 0;
        return decide(seat, *action, dice, sink);
      case MoveKind::kResumed:
        return std::nullopt;
    }
    return std::nullopt;
  }

  // Why apply_move would refuse this, without changing anything: for judging a move before it is recorded.
  [[nodiscard]] std::optional<MoveRefusal> refusal_of(MoveKind kind, Seat seat,
                                                      const std::optional<Action>& action) const {
    using enum MoveRefusal::Why;
    if (over()) return MoveRefusal{kOver, {}};
    if (kind == MoveKind::kResumed) return std::nullopt;
    if (seat >= seats()) return MoveRefusal{kNoSuchSeat, {}};
    if (out_.contains(seat) != (kind == MoveKind::kStandIn)) {
      return MoveRefusal{out_.contains(seat) ? kSeatIsOut : kSeatIsIn, {}};
    }
    const bool of_waiting = kind == MoveKind::kTimedOut || kind == MoveKind::kAbsent;
    if (of_waiting && !G::waiting_on(state_).contains(seat)) return MoveRefusal{kNotWaitedOn, {}};
    if (kind == MoveKind::kTimedOut && action != time_out_action(seat)) return MoveRefusal{kNotTheDefault, {}};
    if (kind == MoveKind::kAction || kind == MoveKind::kStandIn) {
      if (!action) return MoveRefusal{kActionNeeded, {}};
      if (auto fault = G::fault_of(state_, seat, *action)) return MoveRefusal{kRule, fault};
    }
    return std::nullopt;
  }

  // What is decided for a seat that is waited on and runs out of time now; nothing where that puts it out.
  [[nodiscard]] std::optional<Action> time_out_action(Seat seat) const {
    if constexpr (DefaultGame<G>) {
      if (defaults_[seat] < kMaxDefaults) return G::time_out_action(state_, seat);
    }
    return std::nullopt;
  }

  // The seats that have something to decide now, those that are out included; none once the match is over.
  [[nodiscard]] SeatSet waiting_on() const { return over() ? SeatSet{} : G::waiting_on(state_); }

  // Those of waiting_on() that a stand-in has to decide for.
  [[nodiscard]] SeatSet waiting_on_stand_in() const { return SeatSet::from_bits(waiting_on().bits() & out_.bits()); }

  // How the match ended, once it did.
  [[nodiscard]] std::optional<Ending> ending() const {
    if (early_) return early_;
    const auto outcome = G::outcome(state_);
    if (!outcome) return std::nullopt;
    Ending ending{.outcome = *outcome, .reason = EndReason::kPlayed, .nuggets = nuggets_of(*outcome)};
    if constexpr (ScoredGame<G>) ending.score = G::score(state_, *outcome);
    return ending;
  }

  [[nodiscard]] bool over() const { return early_.has_value() || G::outcome(state_).has_value(); }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] int seats() const { return G::seats(options_); }
  [[nodiscard]] SeatSet seats_out() const { return out_; }

 private:
  Match(const Options& options, State state) : options_(options), state_(std::move(state)) {}

  template <Dice D, class Sink>
  std::optional<MoveRefusal> decide(Seat seat, const Action& action, D& dice, Sink& sink) {
    if (auto fault = rules::apply<G>(state_, seat, action, dice, sink)) {
      return MoveRefusal{MoveRefusal::Why::kRule, fault};
    }
    return std::nullopt;
  }

  // The sides that `among` belong to, as a set of side numbers; there are at most as many sides as seats.
  [[nodiscard]] SeatSet sides_of(SeatSet among) const {
    SeatSet sides;
    for (int seat = 0; seat < seats(); ++seat) {
      const auto s = static_cast<Seat>(seat);
      if (among.contains(s)) sides.insert(static_cast<Seat>(G::side_of(options_, s)));
    }
    return sides;
  }

  [[nodiscard]] Nuggets nuggets_of(const Outcome& outcome) const {
    Nuggets nuggets{};
    if constexpr (NuggetGame<G>) {
      for (int seat = 0; seat < seats(); ++seat) {
        nuggets[static_cast<std::size_t>(seat)] =
            static_cast<std::uint16_t>(G::nuggets(state_, outcome, static_cast<Seat>(seat)));
      }
    }
    return nuggets;
  }

  // The reason of a match that ends with a move of this kind.
  static EndReason reason_of(MoveKind kind) {
    if (kind == MoveKind::kTimedOut) return EndReason::kTime;
    return kind == MoveKind::kAbsent ? EndReason::kAbsence : EndReason::kResigned;
  }

  void end_if_decided(EndReason reason) {
    SeatSet all;
    for (int seat = 0; seat < seats(); ++seat) all.insert(static_cast<Seat>(seat));
    const SeatSet left = sides_of(SeatSet::from_bits(all.bits() & ~out_.bits()));
    const int needed = sides_of(all).size() > 1 ? 2 : 1;
    if (left.size() >= needed) return;
    Ending ending{.outcome = {}, .reason = reason, .nuggets = {}};
    for (int seat = 0; seat < seats(); ++seat) {
      const auto s = static_cast<Seat>(seat);
      const bool won = left.contains(static_cast<Seat>(G::side_of(options_, s)));
      if (won) ending.outcome.winners.insert(s);
      ending.outcome.place[s] = won ? 1 : 2;
    }
    ending.nuggets = nuggets_of(ending.outcome);
    early_ = ending;
  }

  Options options_;
  State state_;
  SeatSet out_;
  std::array<std::uint8_t, kMaxSeats> defaults_{};  // by seat: how often in a row it has run out of time
  std::optional<Ending> early_;
};

}  // namespace wyrmhall::rules
