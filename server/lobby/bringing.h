// Heroes that players bring to a table from their stables.
//
// A hero is at one table at a time, and in one match. A hero that is brought stands in the table's options, with the
// values that are kept of it, and the match that starts takes it in the same transaction. While the stable is read to
// bring a hero, nobody retires that hero or brings it elsewhere, and while it is being retired nobody brings it: so
// what was read stays true. The store has the last word all the same: if it says that a hero is not as the table has
// it, the start is called off, and that hero alone is taken out. All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "server/lobby/table_saving.h"

namespace wyrmhall::server {

class HeroBringing {
 public:
  HeroBringing(LobbyState& state, TableSaving& saving) : state_(state), saving_(saving) {}

  void bring(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  // The stable of somebody who brings heroes to this table.
  void answered(const HeroesForTable& wait, const HeroesForTable::Answer& answer, Outbox& out);

  // Whether the account has brought this hero to a table, or is just bringing it to one; the table `besides` does not
  // count.
  [[nodiscard]] bool is_brought(const AccountId& account, const HeroId& hero, const TableId* besides = nullptr) const;
  // The store is asked to retire a hero that is not brought, and then answers: between the two nobody brings it.
  std::uint64_t begin_retirement(const AccountId& account, const HeroId& hero);
  void end_retirement(std::uint64_t number) { retiring_.erase(number); }

 private:
  [[nodiscard]] bool is_busy(const AccountId& account, const HeroId& hero, const TableId& besides) const;

  LobbyState& state_;
  TableSaving& saving_;
  std::map<TableId, QueuedCommand> bringing_;  // whose stable is being read
  std::map<std::uint64_t, std::pair<AccountId, HeroId>> retiring_;
  std::uint64_t retirements_ = 0;  // that were ever begun
};

}  // namespace wyrmhall::server
