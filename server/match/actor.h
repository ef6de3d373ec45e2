// One match: a state machine that takes commands, answers of the store, thoughts of bots and the time, and says what is
// to be sent, kept and thought about.
//
// A match is its options, its seeds and its moves: everything else here is the fold of them, and is thrown away and
// made again from the store whenever that is in doubt. While a move is on its way to the disk nothing else is looked
// at: what comes meanwhile waits in a queue. So whatever is told to anybody is durable.
//
// All calls come from one thread at a time.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/core/limits.h"
#include "server/core/outbox.h"
#include "server/games/registry.h"
#include "server/heroes/match_heroes.h"
#include "server/match/absences.h"
#include "server/match/command_queue.h"
#include "server/match/folding.h"
#include "server/match/seat_notes.h"
#include "server/match/thinking_budget.h"
#include "server/match/update_writer.h"
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
  // From now on it waits for what the store reads by this read, and for nothing else that was asked of the store
  // before; 0: nothing is being read.
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
    bool plays = false;  // the account is known to have a seat; where the match is read already, it knows better
  };
  void open(const Opening& opening, Outbox& out);
  // Act, Resign, ClaimAbsence, CloseChain, AskOdds. `received_at`: when the command came in.
  void command(SessionId session, std::uint32_t channel, const pb::ClientMessage& message, Timestamp received_at,
               Outbox& out);
  // What waits to be looked at for this channel is refused; a move of its that is on its way to the disk is still
  // answered.
  void close(SessionId session, std::uint32_t channel, Outbox& out);

  // The answer to an AppendMove of this match.
  void answered(const persistence::Answer& answer, Outbox& out);
  // What a bot or a stand-in thought up, for the version that it was asked at.
  void bot_moved(std::uint64_t version, rules::Seat seat, const std::optional<pb::GameAction>& action, Outbox& out);
  // A bot's thought came to nothing for now, since too many think or the store refuses: tick() asks for it again.
  void put_off(rules::Seat seat);
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

  // It has been prefetched itself: prefetches what it points to (server/core/prefetch.h).
  void prefetch_parts() const;
  template <class Work>
  void for_each_viewer(Work&& work) const {
    for (const Viewing& viewer : viewers_) work(viewer.session);
  }

  [[nodiscard]] const MatchId& id() const { return id_; }
  [[nodiscard]] std::size_t game_index() const { return game_index_; }
  [[nodiscard]] bool has_viewers() const { return !viewers_.empty(); }
  [[nodiscard]] std::size_t waiting_commands() const { return queue_.size(); }
  // Whose command is the first that waits to be looked at; nobody's where none does.
  [[nodiscard]] AccountId first_in_queue() const { return queue_.first_account(); }
  // Whether it may leave memory: nobody watches and no bot thinks, or it is over and everybody has had time to look at
  // the end. Where a clock runs, somebody must see to it that it is here again when it runs out.
  [[nodiscard]] bool can_unload(Timestamp now) const;
  // It is here only because its clock has run out: it may leave memory as soon as nothing is left to be done.
  void rest_soon() { idle_since_ = kNever; }
  // When tick() or a look at whether it may rest is due next, if nothing else happens before; or kNever.
  [[nodiscard]] Timestamp next_time() const;
  // Before it leaves memory: closes the channels of those who still watch.
  void close_channels(Outbox& out) const;
  // Whether it waits to be read again, since the store's answer left it in doubt.
  [[nodiscard]] bool in_doubt() const { return game_ == nullptr; }
  [[nodiscard]] bool over() const { return over_; }
  // The dice decided it before anybody could.
  [[nodiscard]] bool over_from_the_start() const { return over_ && moves_.empty(); }
  [[nodiscard]] std::optional<Timestamp> deadline() const;
  [[nodiscard]] const persistence::MatchRow& row() const { return row_; }

 private:
  // Who waits for the answer to a move.
  struct Asker {
    SessionId session;
    std::uint32_t channel = 0;
    std::uint64_t command_id = 0;
    Timestamp received_at{};  // kNever: no client asked
  };
  // An update as each viewer gets it, all in one string.
  struct Encoded {
    struct Part {
      std::uint32_t at = 0;
      std::uint32_t size = 0;
    };
    std::string bytes;
    bool alike = true;                              // then all share the spectator's
    std::array<Part, rules::kMaxSeats + 1> common;  // the last is the spectator's
    std::array<Part, rules::kMaxSeats> choices;

    [[nodiscard]] std::string_view view(Part part) const { return std::string_view(bytes).substr(part.at, part.size); }
  };
  // A seat that is waited for and whose person has no connection.
  struct AbsentSeat {
    rules::Seat seat = 0;
    Timestamp claimable_at{};
    friend bool operator==(const AbsentSeat&, const AbsentSeat&) = default;
  };
  // A seat whose person has no connection, waited for or not.
  struct AwaySeat {
    rules::Seat seat = 0;
    Timestamp since{};
    friend bool operator==(const AwaySeat&, const AwaySeat&) = default;
  };
  // What those who play are told of who is not there.
  struct AbsencesTold {
    std::vector<AbsentSeat> absent;
    std::vector<AwaySeat> away;
    friend bool operator==(const AbsencesTold&, const AbsencesTold&) = default;
  };
  // A move that has been played and noted and is on its way to the disk.
  struct Pending {
    persistence::Move move;
    Asker asker;
    bool ends = false;  // the match
  };

  // --- Commands ---
  void act(const Viewing& viewer, const pb::ClientMessage& message, Timestamp received_at, Outbox& out);
  void resign(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out);
  void ask_odds(const Viewing& viewer, const pb::ClientMessage& message, Outbox& out);
  void close_chain(const Viewing& viewer, const pb::ClientMessage& message, Outbox& out) const;
  std::optional<pb::Refusal> check_link(rules::Seat seat, const pb::Act& act, persistence::Move& move) const;
  // The version that an action of this seat against `version` led to, if it was this command's.
  [[nodiscard]] std::optional<std::uint64_t> acted_before(rules::Seat seat, std::uint64_t action_id,
                                                          std::uint64_t version, std::string_view action) const;
  // The version that a resignation of this seat led to, if it was this command's.
  [[nodiscard]] std::optional<std::uint64_t> resigned_before(rules::Seat seat, std::uint64_t action_id) const;
  // The seat of an account, as far as the match has been read; kNoSeat for none.
  [[nodiscard]] rules::Seat seat_of(const AccountId& account) const;
  // The version that a claim led to, if it was this command's.
  [[nodiscard]] std::optional<std::uint64_t> claimed_before(std::uint64_t action_id) const;
  // Puts a command by until it can be looked at.
  void put_by(SessionId session, std::uint32_t channel, const pb::ClientMessage& message, Timestamp received_at,
              Outbox& out);
  void refuse(const Viewing& viewer, std::uint64_t command_id, pb::Refusal refusal, Outbox& out) const;

  // --- Who is absent (absence.cpp) ---
  void claim_absence(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out);
  [[nodiscard]] std::vector<AbsentSeat> absent_seats() const;
  [[nodiscard]] std::vector<AwaySeat> away_seats() const;
  void tell_absences(Outbox& out);
  void tell_absences_to(const Viewing& viewer, Outbox& out) const;

  // --- Moves ---
  void add(persistence::Move move);
  void commit(persistence::Move move, const pb::GameAction* action, Asker asker, Outbox& out);
  void count(const Asker& asker, Tally& tally) const;
  void note_end(Outbox& out) const;
  [[nodiscard]] Timestamp rest_at() const;  // kNever: not as it stands
  void after_change(Outbox& out);
  void dismiss_bots();                  // player_deletion.cpp
  void end_at_longest();                // player_deletion.cpp
  bool resign_for_others(Outbox& out);  // player_deletion.cpp
  void read_mail(Outbox& out);
  void settle_doubt(Outbox& out);
  // Answers a command that is in the log with the version that it led to, and nothing else.
  void confirm(const Asker& asker, std::uint64_t version, Outbox& out) const;
  void ask_bots(Outbox& out);
  [[nodiscard]] AccountId who_waits() const;
  [[nodiscard]] rules::Seat seats() const { return static_cast<rules::Seat>(row_.seats.size()); }
  [[nodiscard]] bool is_bot(rules::Seat seat) const { return !row_.seats[seat].account.has_value(); }

  // --- Updates (updates.cpp) ---
  [[nodiscard]] FoldedMatch folded() const { return {.game = *game_, .row = row_, .decisions = decisions_}; }
  static void write_deadline(std::optional<Timestamp> deadline, MessageWriter& update);
  void write_snapshot(rules::Viewer viewer, MessageWriter& update) const;
  // Nothing where the seat has nothing to choose.
  void write_choices(rules::Seat seat, MessageWriter& update) const;
  void write_info(pb::MatchInfo& info) const;
  [[nodiscard]] Encoded encode(std::uint64_t version, const persistence::Move& move,
                               std::optional<Timestamp> deadline) const;
  void send(const Viewing& viewer, const Encoded& encoded, std::uint64_t command_id, Outbox& out) const;
  void tell_snapshot(Viewing& viewer, std::uint64_t command_id, Answered answers, Outbox& out) const;
  void tell_opened(const Viewing& viewer, std::uint64_t command_id, std::optional<std::uint64_t> have_version,
                   Outbox& out) const;

  MatchId id_;
  const Environment& environment_;
  const Absences& absences_;
  ThinkingBudget& budget_;
  Timestamp server_started_at_;
  persistence::MatchRow row_;
  const GameKind* kind_ = nullptr;
  std::vector<HeroInSeat> heroes_;
  std::size_t game_index_ = 0;  // where it stands in all_games()
  std::unique_ptr<RunningGame> game_;
  std::deque<persistence::Move> moves_;  // grows without those before being moved
  std::uint32_t decisions_ = 0;          // of seats, among them: a match's end does not walk through all of them
  bool over_ = false;
  SeatNotes notes_;
  rules::SeatSet thinking_;
  bool put_off_ = false;  // some bot is to be asked again
  std::uint64_t read_by_ = 0;
  std::optional<Pending> pending_;
  std::unique_ptr<Pending> doubted_;  // the move whose fate the store could not tell
  Viewers viewers_;
  MatchCommandQueue queue_;
  std::vector<AccountId> resigning_;  // accounts whose seats have still to resign
  rules::SeatSet leaving_;            // seats that have still to resign
  AbsencesTold absences_told_;
  Timestamp tell_absences_at_{};  // somebody came or went, and that has not been told
  Timestamp idle_since_{};        // since the last viewer left, or the match ended
};

}  // namespace wyrmhall::server
