// What the machines of sessions work with. All of it outlives them.
#pragma once

#include <optional>

#include "server/core/core_settings.h"
#include "server/core/environment.h"
#include "server/core/session.h"
#include "server/core/store_requests.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

struct SessionContext {
  const Environment& environment;
  const CoreSettings& settings;
  const StoreRequests& store;
  Sessions& sessions;

  // The session whose command waits for an answer; null if it is gone, or if the command was refused because the store
  // failed.
  Session* waiting(const Asker& asker, const persistence::Outcome& outcome, Outbox& out) const;
};

// The refusal of a command whose answer the store owes.
pb::Refusal store_failed();
// The refusal of a command where the store has failed; otherwise nothing.
std::optional<pb::Refusal> failure_of(const persistence::Outcome& outcome);

}  // namespace wyrmhall::server
