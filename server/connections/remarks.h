// What players say to each other: remarks, at a table or in a match. Nothing keeps them.
#pragma once

#include "server/core/context.h"
#include "server/core/rates.h"
#include "server/match/play.h"

namespace wyrmhall::server {

class Remarks {
 public:
  Remarks(const SessionContext& core, Play play) : core_(core), play_(play) {}

  // Say.
  void say(const Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out);

 private:
  SessionContext core_;
  Play play_;
  Rates<AccountId, IdHash> rates_;
};

}  // namespace wyrmhall::server
