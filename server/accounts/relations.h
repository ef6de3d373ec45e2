// Whom players have blocked and whom they follow: changed and told here. Blocks are minded by the lobby
// (lobby/blocks.h).
#pragma once

#include <span>
#include <vector>

#include "server/core/context.h"
#include "server/lobby/lobby.h"

namespace wyrmhall::server {

// In the same order.
std::vector<AccountId> accounts_of(std::span<const persistence::Person> people);

class Relations {
 public:
  Relations(const SessionContext& core, Lobby& lobby) : core_(core), lobby_(lobby) {}

  // BlockPlayer, UnblockPlayer and ListBlocked; FollowPlayer, UnfollowPlayer and ListFollowed.
  void command(const Session& session, const pb::ClientMessage& message, Outbox& out) const;

  void answered(const PlayerToRelate& wait, const PlayerToRelate::Answer& answer, Outbox& out) const;
  void answered(const RelationKept& wait, const RelationKept::Answer& answer, Outbox& out) const;
  void answered(const RelatedList& wait, const RelatedList::Answer& answer, Outbox& out);

 private:
  [[nodiscard]] bool is_online(const AccountId& account, const AccountId& other) const;

  SessionContext core_;
  Lobby& lobby_;
};

}  // namespace wyrmhall::server
