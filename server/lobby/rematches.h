// The tables of rematches. All calls come from one thread at a time.
#pragma once

#include <cstdint>

#include "server/lobby/opening.h"
#include "server/lobby/seating.h"

namespace wyrmhall::server {

class Rematches {
 public:
  Rematches(LobbyState& state, TableSaving& saving, Opening& opening, Seating& seating)
      : state_(state), saving_(saving), opening_(opening), seating_(seating) {}

  // Opens the table of a rematch, or sits down at it. `match` must be over and `sender` have played in it.
  void rematch(const Sender& sender, std::uint64_t command_id, const persistence::StoredMatch& match, Outbox& out);
  // A player who has left for good is no longer waited for or challenged, and is named nowhere.
  void forget(const AccountId& account, Outbox& out);

 private:
  LobbyState& state_;
  TableSaving& saving_;
  Opening& opening_;
  Seating& seating_;
};

}  // namespace wyrmhall::server
