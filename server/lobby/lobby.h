// The tables at which matches are set up: who sits where, and the hand-shake that fixes the dice (docs/dice.md).
//
// Each part has one job: TableSaving keeps tables, Handshake starts their matches, Seating, Opening, Finder,
// Challenges, HeroBringing and Rematches carry out commands, Housekeeping does what time does. This sends each command
// and each answer where it belongs. All calls come from one thread at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/core/live.h"
#include "server/lobby/bringing.h"
#include "server/lobby/challenges.h"
#include "server/lobby/finder.h"
#include "server/lobby/housekeeping.h"
#include "server/lobby/rematches.h"

namespace wyrmhall::server {

class Lobby {
 public:
  // `sessions` tell who is connected and `running` who may start another match; both must outlive it.
  Lobby(const Environment& environment, const cluster::Placement& placement, const Sessions& sessions,
        RunningMatches& running)
      : state_{.environment = environment, .placement = placement, .sessions = sessions, .running = running} {}

  // Whether this server has the lobby, and knows all tables.
  [[nodiscard]] bool is_here() const { return state_.placement.has_lobby(); }
  [[nodiscard]] bool is_open() const { return is_here() && open_; }
  // Whether there is something to close down.
  [[nodiscard]] bool was_open() const { return open_; }
  // All tables that were kept have been brought back.
  void open() { open_ = true; }
  // Another server has the lobby from now on: forgets everything, once nothing is on its way to the disk. False where
  // something is.
  bool close_down();

  // Brings back a table that was kept. A start that was under way is called off, and told once that is kept.
  void restore(const persistence::TableRow& row, Outbox& out);

  // OpenTable, FindTable, TakeSeat, DeclineChallenge, LeaveTable, SeatBot, BringHeroes, SetPart, Ready, Reveal.
  void command(const Sender& sender, const pb::ClientMessage& message, Outbox& out);

  // Answers ListTables; `running` is what there is to watch beside the tables, as fields of Tables.
  void list(const Sender& sender, const pb::ClientMessage& message, std::string_view running, Outbox& out) const;

  // AskWaiting.
  void tell_waiting(const Sender& sender, std::uint64_t command_id, Outbox& out) const {
    finder_.tell_waiting(sender, command_id, out);
  }

  // Opens the table of a rematch, or sits down at it. `match` must be over and `sender` have played in it.
  void rematch(const Sender& sender, std::uint64_t command_id, const persistence::StoredMatch& match, Outbox& out) {
    rematches_.rematch(sender, command_id, match, out);
  }
  [[nodiscard]] const Offers& offers() const { return offers_; }

  void answered(const TableKept& wait, const TableKept::Answer& answer, Outbox& out);
  // A match that has started comes back.
  std::optional<StartedMatch> answered(const StartKept& wait, const StartKept::Answer& answer, Outbox& out);

  // The first connection of an account has signed in; the last of one is gone. The sessions know it already.
  void came(const AccountId& account, const SharedAddress& address);
  void went(const AccountId& account);

  // The players who are challenged to them.
  [[nodiscard]] Challenges& challenges() { return challenges_; }
  // The heroes that players bring to tables.
  [[nodiscard]] HeroBringing& heroes() { return heroes_; }

  // This account has left others sitting in a match.
  void note_lapse(const AccountId& account) { state_.lapses.add(account, state_.now()); }

  // Time has passed.
  void tick(Outbox& out) { housekeeping_.tick(out); }
  // The same while it closes down.
  void finish(Outbox& out) { housekeeping_.finish(out); }

  // No new tables and no new starts from now on.
  void drain() { state_.draining = true; }

  // As everybody knows it; null where there is none, or nobody has been told of it yet.
  [[nodiscard]] const pb::Table* table(const TableId& id) const;
  // The tables at which this account sits.
  void tables_of(const AccountId& account, google::protobuf::RepeatedPtrField<pb::Table>& tables) const;
  [[nodiscard]] std::size_t size() const { return state_.tables.size(); }
  // How often a table was looked at, whatever for, since the beginning.
  [[nodiscard]] std::uint64_t looked_at() const { return state_.tables.looked_at(); }
  // What there is, for administrators: from the oldest after `after`.
  [[nodiscard]] std::vector<LiveTable> live(const std::optional<TableId>& after, std::size_t limit) const;

  // Closes a table for everybody who sits there. kBusy: a change of it is on its way to the disk, or its
  // match is about to start; try again.
  enum class Closing : std::uint8_t { kClosing, kBusy, kUnknown };
  Closing close(const TableId& table, Outbox& out);

  // Whose nuggets count in the matches that start from now on.
  void set_nugget_rule(NuggetRule rule) { state_.nugget_rule = rule; }

  // By which rules all servers of the store play. Where this is never called, this one plays by the newest.
  void play_by(persistence::RulesInUse rules) { state_.rules_in_use = std::move(rules); }

  // Takes an account from all seats that it has.
  void evict(const AccountId& account, Outbox& out);
  [[nodiscard]] bool sits_somewhere(const AccountId& account) const { return !state_.index.of(account).empty(); }

  // An account has another name: its seats show it from now on, except where a change is on its way to the disk.
  void renamed(const AccountId& account, const std::string& name, Outbox& out);

  // Whom players have blocked. The core fills it for those who are connected.
  [[nodiscard]] Blocks& blocks() { return state_.blocks; }
  [[nodiscard]] const Blocks& blocks() const { return state_.blocks; }

 private:
  void settle(const TableSaving::Answered& done, Outbox& out);
  void at_table(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void carry_out_queue(HeldTable& held, Outbox& out);

  bool open_ = false;
  LobbyState state_;
  Offers offers_{state_};
  TableSaving saving_{state_, offers_};
  Handshake handshake_{state_, saving_};
  HeroBringing heroes_{state_, saving_};
  Opening opening_{state_, saving_};
  Challenges challenges_{state_, saving_, opening_};
  Seating seating_{state_, saving_, handshake_};
  Finder finder_{state_, saving_, opening_, seating_};
  Rematches rematches_{state_, saving_, opening_, seating_};
  Housekeeping housekeeping_{state_, saving_, handshake_};
};

}  // namespace wyrmhall::server
