// How tables are kept, and what becomes of a change that the store could not keep, or that may or may not have been
// kept.
//
// A change is told when it is on disk; what comes meanwhile for the same table waits in its queue. All calls come from
// one thread at a time.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "server/core/outbox.h"
#include "server/lobby/offers.h"
#include "wyrmhall/v1/client.pb.h"

namespace wyrmhall::server {

// A match that has begun at a table.
struct StartedMatch {
  persistence::MatchRow row;
  bool hidden = false;
  bool repeated = false;  // the creation was asked for more than once: an earlier one may have been kept
  std::array<SharedAddress, rules::kMaxSeats> from = {};  // where each seat got ready
};

class TableSaving {
 public:
  TableSaving(LobbyState& state, const Offers& offers) : state_(state), offers_(offers) {}

  // A table as it was kept; null where it cannot be read.
  HeldTable* restore(const persistence::TableRow& row);

  // Changes the table to `after`: tells it once that is kept, and answers the command, if there is one.
  void save(HeldTable& held, pb::Table after, const Sender& sender, std::uint64_t command_id, Outbox& out);
  // The same for a change of the server's own, which takes these players' seats.
  void save(HeldTable& held, pb::Table after, std::vector<Loser> losers, Outbox& out);
  // The same for the end of a start: what has been signed is not taken back, so this is tried until it is kept.
  void save_end(HeldTable& held, pb::Table after, std::vector<Loser> losers, Outbox& out);
  // The match of a table starts once that is kept.
  void save_start(HeldTable& held, persistence::MatchRow row, Outbox& out);
  // Tries again what the store has refused.
  void repeat(HeldTable& held, Outbox& out) const;

  // If a change is on its way, the command waits for it, or is refused when too many wait already. True if either is
  // so.
  bool waits(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) const;

  // What an answer of the store has led to.
  struct Answered {
    HeldTable* settled = nullptr;  // no change is on its way any more: the queue of this table is to be worked off
    bool gone = false;             // and then the table is to be removed
    std::optional<StartedMatch> started = {};
    HeldTable* lacks_hero = nullptr;  // this one cannot start, since a hero is not as the table has it
  };
  Answered answered(const TableId& id, const persistence::Outcome& outcome, Outbox& out);

  // To be called after anything that is done to a table: its indexes are updated, and its next time is noted.
  void arrange(HeldTable& held);
  // This account's seat counts for the address.
  void count_address(HeldTable& held, const AccountId& account, const SharedAddress& address);
  void remove(HeldTable& held);

 private:
  void ask_to_keep(const HeldTable& held, Outbox& out) const;
  void ask_to_start(const HeldTable& held, Outbox& out) const;
  void tell_kept(const HeldTable& held, const pb::Table& before, const Saving& saved, Outbox& out) const;
  Answered not_kept(HeldTable& held, const persistence::Outcome& outcome, Outbox& out);
  void revert(HeldTable& held, Outbox& out);
  Answered save_refused(HeldTable& held);
  void refuse_queued(HeldTable& held, Outbox& out) const;

  LobbyState& state_;
  const Offers& offers_;
};

}  // namespace wyrmhall::server
