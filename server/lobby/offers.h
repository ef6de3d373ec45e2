// Who is told that somebody waits for them: for a rematch, or since they are challenged. All calls come from one thread
// at a time.
#pragma once

#include <vector>

#include "server/core/outbox.h"
#include "server/lobby/lobby_state.h"

namespace wyrmhall::server {

class Offers {
 public:
  explicit Offers(LobbyState& state) : state_(state) {}

  // Who could be told of a table: those who played the match that it is a rematch of, and those who are challenged.
  static std::vector<AccountId> of(const pb::Table& table);

  // Tells them what they have not been told yet.
  void tell(HeldTable& held, Outbox& out) const;
  // Who waits for this account, at the newest tables.
  void tell_at_sign_in(const AccountId& account, pb::SignedIn& to) const;
  // An account has blocked or unblocked somebody.
  void blocks_changed(const AccountId& account, Outbox& out) const;

 private:
  [[nodiscard]] std::vector<const pb::Player*> waiting_for(const pb::Table& table, const AccountId& account) const;

  LobbyState& state_;
};

}  // namespace wyrmhall::server
