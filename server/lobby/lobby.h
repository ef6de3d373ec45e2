// The tables at which matches are set up: who sits where, and the hand-shake that fixes the dice (docs/dice.md).
//
// Who sits at a table is kept: a change is told when it is on disk, and what comes meanwhile for the same table waits.
// Of the hand-shake it is kept that everybody has committed, with the seed: from then on a start has an end that is
// told, whatever happens. Before that everybody gets ready again after a restart, under a new commitment of the
// server's. All calls come from one thread at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/core/address_count.h"
#include "server/core/earning.h"
#include "server/core/limits.h"
#include "server/core/live.h"
#include "server/core/outbox.h"
#include "server/games/seat_game.h"
#include "server/lobby/agreement.h"
#include "server/lobby/blocks.h"
#include "server/lobby/lapses.h"
#include "server/lobby/place.h"
#include "server/lobby/running_matches.h"
#include "server/lobby/table_index.h"
#include "server/lobby/tables.h"

namespace wyrmhall::server {

// How somebody comes to a table by FindTable.
struct FoundSeat {
  Agreement agreed;
  std::optional<pb::SeatPart> part;
};

class Lobby {
 public:
  // `sessions` tell who is connected and `running` who may start another match; both must outlive it.
  Lobby(const Environment& environment, const Sessions& sessions, RunningMatches& running)
      : environment_(environment), sessions_(sessions), running_(running) {}

  // Brings back a table that was kept. A start that was under way is called off, and told once that is kept.
  void restore(const persistence::TableRow& row, Outbox& out);

  // OpenTable, FindTable, TakeSeat, LeaveTable, SeatBot, BringHeroes, SetPart, Ready, Reveal.
  void command(const Sender& sender, const pb::ClientMessage& message, Outbox& out);

  // Answers ListTables; `running` is what there is to watch beside the tables, as fields of Tables.
  void list(const Sender& sender, const pb::ClientMessage& message, std::string_view running, Outbox& out) const;

  // Opens the table of a rematch, or sits down at it. `match` must be over and `sender` have played in it.
  void rematch(const Sender& sender, std::uint64_t command_id, const persistence::StoredMatch& match, Outbox& out);
  // Who waits for a rematch with this account, the newest tables.
  void offers_to(const AccountId& account, google::protobuf::RepeatedPtrField<pb::RematchOffer>& offers) const;
  // Whom an account has blocked is another matter than before.
  void blocks_changed(const AccountId& account, Outbox& out);

  struct Started {
    persistence::MatchRow row;
    bool hidden = false;
    bool repeated = false;  // the creation was asked for more than once: an earlier one may have been kept
    std::array<SharedAddress, rules::kMaxSeats> from = {};  // where each seat got ready
  };
  // The answer to a SaveTable, DropTable or CreateMatch of this table. A match that has started comes back.
  std::optional<Started> answered(const TableId& table, const persistence::Answer& answer, Outbox& out);

  // The first connection of an account has signed in; the last of one is gone. The sessions know it already.
  void came(const AccountId& account, const SharedAddress& address);
  void went(const AccountId& account);

  // The stable of somebody who brings heroes to this table.
  void answered(const HeroesForTable& wait, const persistence::Answer& answer, Outbox& out);
  // Whether the account has brought this hero to a table, or is just bringing it; or to one besides.
  [[nodiscard]] bool is_brought(const AccountId& account, const HeroId& hero, const TableId* besides = nullptr) const;
  // The store is asked to retire a hero that is not brought, and has answered: meanwhile nobody brings it.
  std::uint64_t begin_retirement(const AccountId& account, const HeroId& hero);
  void end_retirement(std::uint64_t number) { retiring_.erase(number); }

  // Time has passed: calls off starts that take too long, takes seats from those who are away or do not get ready,
  // tells who came and went, and tries again what the store refused. Looks only at tables whose time has come.
  void tick(Outbox& out);

  // No new tables and no new starts from now on.
  void drain() { draining_ = true; }

  // As everybody knows it; null where there is none, or nobody has been told of it yet.
  [[nodiscard]] const pb::Table* table(const TableId& id) const {
    const Place* const place = tables_.find(id);
    return place == nullptr || place->fresh ? nullptr : &place->table;
  }
  // The tables at which somebody sits.
  void tables_of(const AccountId& account, google::protobuf::RepeatedPtrField<pb::Table>& tables) const;
  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  // How often a table was looked at, whatever for, since the beginning.
  [[nodiscard]] std::uint64_t looked_at() const { return tables_.looked_at(); }
  // What there is, for administrators: from the oldest after `after`.
  [[nodiscard]] std::vector<LiveTable> live(const std::optional<TableId>& after, std::size_t limit) const;

  // Closes a table for everybody who sits there. kBusy: a change of it is on its way to the disk, or its
  // match is about to start; try again.
  enum class Closing : std::uint8_t { kClosing, kBusy, kUnknown };
  Closing close(const TableId& table, Outbox& out);

  // Whose nuggets count in the matches that start from now on.
  void set_nugget_rule(NuggetRule rule) { nugget_rule_ = rule; }

  // Takes an account from all seats that it has.
  void evict(const AccountId& account, Outbox& out);
  [[nodiscard]] bool sits_somewhere(const AccountId& account) const { return !index_.of(account).empty(); }

  // An account has another name: it sits by it from now on, but where a change is on its way to the disk.
  void renamed(const AccountId& account, const std::string& name, Outbox& out);

  // Whom players have blocked. The core fills it for those who are connected.
  [[nodiscard]] Blocks& blocks() { return blocks_; }
  [[nodiscard]] const Blocks& blocks() const { return blocks_; }

 private:
  // --- Commands (lobby.cpp) ---
  void open(const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void at_table(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  // `found`: what was agreed on, and what the seat brings, where FindTable takes it.
  void take_seat(Place& place, const Sender& sender, std::uint64_t command_id, std::optional<std::uint32_t> seat,
                 const FoundSeat* found, Outbox& out);
  void leave(Place& place, const Sender& sender, std::uint64_t command_id, Outbox& out);
  void seat_bot(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  Place* create(const Sender& sender, std::uint64_t command_id, pb::GameOptions options, const Patience& patience,
                bool hidden, Outbox& out);
  // Whether there is room for one more table or seat of this sender's; otherwise it has been refused.
  bool has_room(const Sender& sender, std::uint64_t command_id, Outbox& out);
  // Whether this sender may start or join one more match; otherwise it has been refused.
  bool may_start(const Sender& sender, std::uint64_t command_id, Outbox& out);
  // What was asked for, as far as it was; nothing where it has been refused.
  std::optional<Patience> patience_of(const Sender& sender, std::uint64_t command_id, std::uint32_t turn_seconds,
                                      std::optional<std::uint32_t> absence_seconds, bool hidden, Outbox& out);
  // Tells everybody who sits there, but for the session that has had it as an answer.
  void tell_all(const pb::Table& table, Outbox& out, SessionId except = {}) const;
  void answer(const Sender& sender, std::uint64_t command_id, const pb::Table& table, Outbox& out) const;
  void refuse(const Sender& sender, std::uint64_t command_id, pb::RefusalCode code, std::string_view detail,
              Outbox& out, std::string_view field = {}) const;

  // --- Rematches (rematch.cpp) ---
  [[nodiscard]] pb::RematchOffer offer_to(const pb::Table& table, const AccountId& account) const;
  void tell_offers(Place& place, Outbox& out) const;
  void forget_offers(const AccountId& account, Outbox& out);

  // --- BringHeroes (heroes.cpp) ---
  [[nodiscard]] std::optional<pb::Refusal> fault_in_bringing(const Place& place, const Sender& sender,
                                                             const pb::BringHeroes& ask) const;
  [[nodiscard]] bool is_busy(const AccountId& account, const HeroId& hero, const TableId& besides) const;
  void bring(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  std::optional<pb::Refusal> fill_in(pb::Table& table, const Sender& sender, const pb::BringHeroes& ask,
                                     const persistence::Answer& stable) const;
  static void settle_heroes(pb::Table& table);
  static void forget_heroes(pb::GameOptions& options);
  static std::vector<persistence::HeroTaken> taken(const pb::GameOptions& options);
  void call_off_over_hero(Place& place, const persistence::Answer& answer, Outbox& out);

  // --- SetPart (parts.cpp) ---
  void set_part(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  // What a seat would bring to a table of these complete options, completed; nothing where it has been refused.
  std::optional<pb::SeatPart> completed_part(const pb::GameOptions& options, SeatParts others, std::uint32_t seat,
                                             pb::SeatPart part, const Sender& sender, std::uint64_t command_id,
                                             Outbox& out) const;

  // --- FindTable (finding.cpp) ---
  void find(const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void find_again(Place& own, const Quest& quest, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void has_left(Place& place, const AccountId& account);
  void give_up(Place& place, const AccountId& account, Outbox& out);
  Place* own_table(const AccountId& account, const std::string& pool);
  struct Found {
    Place* place = nullptr;
    Agreement agreed;
  };
  std::optional<Found> choose(const Sender& sender, const Quest& quest);
  [[nodiscard]] bool suits(const Place& place, const Sender& sender, const Quest& quest, Timestamp now) const;
  void join(const Found& found, const Sender& sender, const pb::ClientMessage& message, const Quest& quest,
            Outbox& out);
  [[nodiscard]] std::vector<std::size_t> draw(std::size_t many) const;
  [[nodiscard]] std::size_t random_below(std::size_t bound) const;

  // --- The hand-shake (handshake.cpp) ---
  void ready(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void reveal(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  void draw_seed(Place& place, pb::Table& table);
  void start(Place& place, Outbox& out);
  void ask_to_start(const Place& place, Outbox& out);

  // --- A start that comes to nothing (calling_off.cpp) ---
  pb::Table aborted(Place& place, const pb::Table& before, pb::CalledOffReason reason,
                    const std::vector<std::uint8_t>& named);
  void call_off(Place& place, pb::CalledOffReason reason, const std::vector<std::uint8_t>& named, Outbox& out);
  void call_off_without_reveal(Place& place, Outbox& out);
  void abort_restored(Place& place, Outbox& out);

  // --- Who is there, and clocks (presence.cpp) ---
  void note_presence(Place& place);
  void start_clocks(Place& place);
  void housekeep(Place& place, Outbox& out);
  void evict(Place& place, std::vector<Loser> losers, Outbox& out);
  void take_seats(Place& place, pb::Table& table, const std::vector<Loser>& losers);
  [[nodiscard]] std::vector<Loser> late_ones(const Place& place, Timestamp now) const;
  [[nodiscard]] static Duration patience_with_the_absent(const Place& place);
  [[nodiscard]] static Timestamp next_time(const Place& place);

  // --- Saving (table_saving.cpp) ---
  void save(Place& place, pb::Table after, const Sender& sender, std::uint64_t command_id, Outbox& out);
  void ask_to_keep(const Place& place, Outbox& out);
  void not_kept(Place& place, const persistence::Answer& answer, Outbox& out);
  void revert(Place& place, Outbox& out);
  void save_refused(Place& place, Outbox& out);
  void tell_kept(const Place& place, const pb::Table& before, const Saving& saved, Outbox& out) const;
  void refuse_mail(Place& place, Outbox& out);
  void read_mail(Place& place, Outbox& out);
  // After whatever was done to a table: it is found by what it is now, and its next time is noted.
  void arrange(Place& place);
  void count_address(Place& place, const AccountId& account, const SharedAddress& address);
  void remove(Place& place);

  const Environment& environment_;
  const Sessions& sessions_;
  RunningMatches& running_;
  Tables tables_;
  TableIndex index_;
  AddressCount addresses_;  // seats at tables, by the address of who took them
  Blocks blocks_;
  Lapses lapses_;
  std::map<TableId, QueuedCommand> bringing_;  // whose stable is being read
  std::map<std::uint64_t, std::pair<AccountId, HeroId>> retiring_;
  std::uint64_t retirements_ = 0;  // that were ever begun
  bool draining_ = false;
  NuggetRule nugget_rule_ = NuggetRule::kAlways;
};

}  // namespace wyrmhall::server
