// Whom players have blocked: changed and told here, minded by the lobby (lobby/blocks.h).
#pragma once

#include "server/core/context.h"
#include "server/lobby/lobby.h"

namespace wyrmhall::server {

class Blocking {
 public:
  Blocking(const SessionContext& core, Lobby& lobby) : core_(core), lobby_(lobby) {}

  // BlockPlayer and UnblockPlayer; ListBlocked.
  void change(const Session& session, const pb::ClientMessage& message, Outbox& out) const;
  void list(const Session& session, std::uint64_t command_id, Outbox& out) const;

  void answered(const PlayerToBlock& wait, const PlayerToBlock::Answer& answer, Outbox& out) const;
  void answered(const BlockKept& wait, const BlockKept::Answer& answer, Outbox& out) const;
  void answered(const BlockedList& wait, const BlockedList::Answer& answer, Outbox& out);

  // Tells the lobby what the store has found.
  void know(const AccountId& account, std::span<const persistence::Person> blocked);

 private:
  SessionContext core_;
  Lobby& lobby_;
};

}  // namespace wyrmhall::server
