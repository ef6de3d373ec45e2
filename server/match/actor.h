// One match: a state machine that takes commands, answers of the store, thoughts of bots and the time, and says what is
// to be sent, kept and thought about.
//
// A match is its options, its seeds and its moves, as MatchLog has them. While a move is on its way to the disk nothing
// else is looked at: what comes meanwhile waits in a queue. So everything that anybody is told is durable.
//
// All calls come from one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/match/absence_notices.h"
#include "server/match/bot_thoughts.h"
#include "server/match/command_queue.h"
#include "server/match/match_log.h"
#include "server/match/pending_move.h"
#include "server/match/resignations.h"
#include "server/match/viewers.h"

namespace wyrmhall::server {

class MatchActor {
 public:
  // A match that has still to be read: adopt() must follow. Commands wait until then. What is handed in by reference
  // must outlive it.
  MatchActor(const MatchId& id, const Environment& environment, const Absences& absences, ThinkingBudget& budget,
             Timestamp server_started_at);

  // The match as it was read, or has just been made.
  void adopt(std::unique_ptr<PlayedThrough> played, Outbox& out);
  // From now on it waits for what the store reads under this number, and for nothing that the store was asked before;
  // 0: nothing is being read.
  void being_read(std::uint64_t read) { read_by_ = read; }
  [[nodiscard]] bool is_being_read() const { return read_by_ != 0; }
  [[nodiscard]] bool is_read_by(std::uint64_t read) const { return is_being_read() && read_by_ == read; }
  // There is no such match: everybody who waits is told so.
  void missing(Outbox& out);

  // Somebody who wants to look on, or to play.
  struct Opening {
    SessionId session;
    AccountId account{};
    std::uint64_t command_id = 0;  // 0: nobody asked, since the match has just started
    std::uint32_t channel = 0;
    std::optional<std::uint64_t> have_version = std::nullopt;  // as in OpenMatch
    bool plays = false;        // the account is known to have a seat; where the match is read already, it knows better
    std::uint32_t number = 0;  // of another server's, by which it knows what it is told
  };
  void open(const Opening& opening, Outbox& out);
  // Act, Resign, ClaimAbsence, CloseChain, AskOdds. `received_at`: when the command came in.
  void command(SessionId session, std::uint32_t channel, const pb::ClientMessage& message, Timestamp received_at,
               Outbox& out);
  // What waits to be looked at for this channel is refused, unless its gateway says it anew; if the channel has a move
  // on its way to the disk, that is still answered.
  enum class Queued : std::uint8_t { kRefused, kComesAgain };
  void close(SessionId session, std::uint32_t channel, Queued queued, Outbox& out);

  // The answer to an AppendMove of this match.
  void answered(const persistence::Outcome& outcome, Outbox& out);
  // What a bot or a stand-in thought up, for the version that it was asked at.
  void bot_moved(std::uint64_t version, rules::Seat seat, const std::optional<pb::GameAction>& action, Outbox& out);
  // A bot's thought came to nothing for now, since too many think or the store refuses: tick() asks for it again.
  void put_off(rules::Seat seat) { thoughts_.put_off(seat); }
  // Lets the clock of a seat run out, asks again for what was put off, and tells who came and went.
  void tick(Outbox& out);
  // An account that plays here has come back, or its last connection is gone: tick() tells it a moment later.
  void somebody_came_or_went();
  // A session that could not keep up has read everything: it gets the state as it is now. False when there is a move on
  // its way to the disk: try again.
  bool catch_up(SessionId session, std::uint32_t channel, Outbox& out);

  // The account of some seats was erased: they have this name from now on, and resign if the match runs. Where the
  // match is still to be read they resign then.
  void forget_player(const AccountId& account, const std::string& name, Outbox& out);
  // The seats of an account resign, if the match runs. Where it is still to be read they resign then.
  void resign_player(const AccountId& account, Outbox& out);
  // These seats resign, one after the other, as long as the match runs. Where it is still to be read they resign then.
  void resign_seats(rules::SeatSet leaving, Outbox& out);

  // The actor itself has been prefetched: prefetches what it points to (server/core/prefetch.h).
  void prefetch_parts() const;

  [[nodiscard]] const MatchId& id() const { return log_.id(); }
  [[nodiscard]] const MatchLog& log() const { return log_; }
  [[nodiscard]] const Viewers& viewers() const { return viewers_; }
  // What waits to be looked at.
  [[nodiscard]] const MatchCommandQueue& queue() const { return queue_; }
  // Whether it may leave memory: nobody watches and no bot thinks, or it is over and everybody has had time to look at
  // the end. If a clock runs, the caller must see to it that the match is here again when it runs out.
  [[nodiscard]] bool can_unload(Timestamp now) const;
  // It is here only because its clock has run out: it may leave memory as soon as nothing is left to be done.
  void rest_soon() { idle_since_ = kNever; }
  // When tick() or a look at whether it may rest is due next, if nothing else happens before; or kNever.
  [[nodiscard]] Timestamp next_time() const;
  // Whether it may leave memory for another server to run it: nothing of it is on its way to the disk.
  [[nodiscard]] bool can_be_left() const { return !pending_ && doubted_ == nullptr && queue_.empty(); }
  // Before it leaves memory: closes the channels of those who still watch.
  void close_channels(Outbox& out) const;

 private:
  // --- Commands (commands.cpp) ---
  void act(const Viewing& viewer, const pb::ClientMessage& message, Timestamp received_at, Outbox& out);
  void resign(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out);
  void claim_absence(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out);

  // --- Moves ---
  // Whether nothing can be looked at now: the match is not read, or a move is on its way.
  [[nodiscard]] bool is_busy() const { return !log_.is_known() || pending_.has_value(); }
  void commit(persistence::Move move, const pb::GameAction* action, MoveAsker asker, Outbox& out);
  [[nodiscard]] Timestamp rest_at() const;  // kNever: not as it stands
  void after_change(Outbox& out);
  // Whether another seat resigns now, since somebody else has said that it gives up.
  bool resign_next(Outbox& out);
  void carry_out_queue(Outbox& out);
  void settle_doubt(Outbox& out);
  void ask_bots(Outbox& out);
  void tell_absences(Outbox& out) { notices_.tell(log_, absences_, viewers_, environment_.clock.now(), out); }

  const Environment& environment_;
  const Absences& absences_;
  ThinkingBudget& budget_;
  Timestamp server_started_at_;
  MatchLog log_;
  BotThoughts thoughts_;
  Resignations resignations_;
  AbsenceNotices notices_;
  std::uint64_t read_by_ = 0;
  std::optional<PendingMove> pending_;
  std::unique_ptr<PendingMove> doubted_;  // the move whose fate the store could not tell
  Viewers viewers_;
  MatchCommandQueue queue_;
  Timestamp idle_since_{};  // since the last viewer left, or the match ended
};

}  // namespace wyrmhall::server
