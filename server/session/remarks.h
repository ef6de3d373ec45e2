// What players say to each other: remarks, at a table or in a match. Nothing keeps them.
#pragma once

#include "server/core/rates.h"
#include "server/session/context.h"

namespace wyrmhall::server {

class Remarks {
 public:
  explicit Remarks(const SessionContext& core) : core_(core) {}

  // Say.
  void say(const Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out);

 private:
  SessionContext core_;
  Rates<AccountId, IdHash> rates_;
};

}  // namespace wyrmhall::server
