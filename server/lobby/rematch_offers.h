// Who is told that somebody waits for a rematch. All calls come from one thread at a time.
#pragma once

#include <google/protobuf/repeated_field.h>

#include "server/core/outbox.h"
#include "server/lobby/lobby_state.h"

namespace wyrmhall::server {

class RematchOffers {
 public:
  explicit RematchOffers(LobbyState& state) : state_(state) {}

  // Tells those who played the match what they have not been told yet.
  void tell(HeldTable& held, Outbox& out) const;
  // Who waits for a rematch with this account, at the newest tables.
  void to(const AccountId& account, google::protobuf::RepeatedPtrField<pb::RematchOffer>& offers) const;
  // An account has blocked or unblocked somebody.
  void blocks_changed(const AccountId& account, Outbox& out) const;

 private:
  [[nodiscard]] pb::RematchOffer offer_to(const pb::Table& table, const AccountId& account) const;

  LobbyState& state_;
};

}  // namespace wyrmhall::server
