// The tables at which matches are set up: who sits where, and the hand-shake that fixes the dice (docs/dice.md).
//
// Who sits at a table is kept: a change is told when it is on disk, and what comes meanwhile for the same table waits.
// The hand-shake itself is not: after a restart everybody gets ready again, under a new commitment of the server's.
// All calls come from one thread at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/limits.h"
#include "server/live.h"
#include "server/outbox.h"

namespace wyrmhall::server {

class Lobby {
 public:
  explicit Lobby(const Environment& environment) : environment_(environment) {}

  // Brings back a table that was kept. A start that was under way is called off.
  void restore(const persistence::TableRow& row);

  // OpenTable, FindTable, TakeSeat, LeaveTable, SeatBot, Ready, Reveal.
  void command(const Sender& sender, const pb::ClientMessage& message, Outbox& out);

  // Answers ListTables; `running` is what there is to watch beside the tables.
  void list(const Sender& sender, const pb::ClientMessage& message,
            google::protobuf::RepeatedPtrField<pb::MatchSummary> running, Outbox& out) const;

  // Opens the table of a rematch, or sits down at it. `match` must be over and `sender` have played in it.
  void rematch(const Sender& sender, std::uint64_t command_id, const persistence::StoredMatch& match, Outbox& out);

  struct Started {
    persistence::MatchRow row;
    bool hidden = false;
  };
  // The answer to a SaveTable, DropTable or CreateMatch of this table. A match that has started comes back.
  std::optional<Started> answered(const Id& table, const persistence::Answer& answer, Outbox& out);

  // `connected(account)`: whether that account has a connection. Calls off starts that take too long, closes tables
  // that everybody has left, and tries again what the store refused.
  template <class Connected>
  void tick(Connected&& connected, Outbox& out);

  // No new tables and no new starts from now on.
  void drain() { draining_ = true; }

  // The tables at which somebody sits.
  void tables_of(const Id& account, google::protobuf::RepeatedPtrField<pb::Table>& tables) const;
  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  // What there is, for administrators: from the oldest after `after`.
  [[nodiscard]] std::vector<LiveTable> live(const std::optional<Id>& after, std::size_t limit) const;

  // Takes an account from all seats that it has.
  void evict(const Id& account, Outbox& out);

 private:
  struct Letter {
    Sender sender;
    std::string command;
  };
  // A change on its way to the disk.
  struct Saving {
    pb::Table after;
    std::uint64_t command_id = 0;
    SessionId session;
    std::optional<persistence::MatchRow> start;  // set when the change is the start of the match
    std::optional<pb::Table> doubted;            // set when it takes back a change that may have been kept: this one
    Micros retry_at = 0;                         // when the store refused either of these: try again then
  };
  struct Place {
    pb::Table table;
    persistence::Hash server_seed{};
    std::array<std::string, rules::kMaxSeats> x0;  // revealed so far
    bool hidden = false;
    bool fresh = true;  // not on disk yet: nobody has been told of it
    Micros reveal_by = 0;
    Micros alone_since = 0;  // since when nobody who sits is connected; 0 when somebody is
    std::unique_ptr<Saving> saving;
    std::vector<Letter> mailbox;
  };

  void open(const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void find(const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void at_table(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void take_seat(Place& place, const Sender& sender, std::uint64_t command_id, std::optional<std::uint32_t> seat,
                 Outbox& out);
  void leave(Place& place, const Sender& sender, std::uint64_t command_id, Outbox& out);
  void seat_bot(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void ready(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void reveal(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);

  Place* create(const Sender& sender, std::uint64_t command_id, pb::GameOptions options, bool hidden, Outbox& out);
  void draw_seed(Place& place, pb::Table& table);
  void call_off(Place& place, pb::CalledOffReason reason, Outbox& out);
  void save(Place& place, pb::Table after, const Sender& sender, std::uint64_t command_id, Outbox& out);
  void ask_to_keep(const Place& place, Outbox& out);
  void take_back(Place& place, Outbox& out);
  void stays_as_it_was(const Id& id, Outbox& out);
  void refuse_mail(Place& place, Outbox& out);
  static bool comes_to_nothing(const Place& place);
  void start(Place& place, Outbox& out);
  void read_mail(const Id& id, Outbox& out);
  // Tells everybody who sits there, but for the session that has had it as an answer.
  void tell_all(const pb::Table& table, Outbox& out, SessionId except = {}) const;
  void answer(const Sender& sender, std::uint64_t command_id, const pb::Table& table, Outbox& out) const;
  void refuse(const Sender& sender, std::uint64_t command_id, pb::RefusalCode code, std::string_view detail,
              Outbox& out, std::string_view field = {}) const;
  void house_keeping(Place& place, bool somebody_connected, Micros now, Outbox& out);
  [[nodiscard]] std::size_t tables_with(const Id& account) const;
  Place* at(const std::string& id_bytes);

  static bool everybody_is_ready(const pb::Table& table);
  static int seat_of(const pb::Table& table, const Id& account);
  static int free_seat(const pb::Table& table);

  const Environment& environment_;
  std::map<Id, Place> tables_;  // by age, since ids sort by time
  bool draining_ = false;
};

template <class Connected>
void Lobby::tick(Connected&& connected, Outbox& out) {
  const Micros now = environment_.clock.now();
  for (auto next = tables_.begin(); next != tables_.end();) {
    Place& place = (next++)->second;  // house_keeping may only change this one
    bool somebody = false;
    for (const pb::TableSeat& seat : place.table.seats()) {
      const auto account = id_from_bytes(seat.player().account_id());
      somebody = somebody || (account && connected(*account));
    }
    house_keeping(place, somebody, now, out);
  }
}

}  // namespace wyrmhall::server
