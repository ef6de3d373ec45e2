// Whom players have blocked: changed and told here, minded by the lobby (lobby/blocks.h).
#pragma once

#include "server/session/context.h"

namespace wyrmhall::server {

class Blocking {
 public:
  explicit Blocking(const SessionContext& core) : core_(core) {}

  // BlockPlayer and UnblockPlayer; ListBlocked.
  void change(const Session& session, const pb::ClientMessage& message, Outbox& out) const;
  void list(const Session& session, std::uint64_t command_id, Outbox& out) const;

  void answered(const PlayerToBlock& wait, const persistence::Answer& answer, Outbox& out) const;
  void answered(const BlockKept& wait, const persistence::Answer& answer, Outbox& out) const;
  void answered(const BlockedList& wait, const persistence::Answer& answer, Outbox& out);

  // Tells the lobby what the store has found.
  void know(const AccountId& account, const persistence::Answer& answer);

 private:
  SessionContext core_;
};

}  // namespace wyrmhall::server
