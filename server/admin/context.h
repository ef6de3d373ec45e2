// What the handlers of the admin interface work with.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/admin/census.h"
#include "server/admin/histories.h"
#include "server/admin/jobs.h"
#include "server/admin/keyring.h"
#include "server/admin/rest/call.h"
#include "server/admin/running.h"
#include "server/admin/watch.h"

namespace wyrmhall::server::admin {

struct Context {
  Running& running;
  Histories& histories;
  Histories* replica;  // of the store, which may be behind it; nullptr: there is none
  Jobs& jobs;
  Keyring& keys;
  Watch& watch;
  Census& census;
  std::string data;     // the store's folder; empty where it keeps no history
  std::string backups;  // the folder that backups go to
  // Carries out another operation, by its id, as a request of its own.
  std::function<Response(std::string_view operation, Call& call)> carry_out;
  std::string document;  // the OpenAPI document
};

// What is only shown is read from the replica, if there is one; what a change depends on from `histories`.
inline Histories::Lease history_to_show(Context& context) {
  return (context.replica != nullptr ? *context.replica : context.histories).lease();
}

// Throws a Problem where another server has the lobby, which alone knows of tables.
void must_have_lobby(Context& context);

// Writes a line to the log of changes, before the change: what cannot be noted is not done, and a Problem is thrown.
// How the change ended is added to the line once it is known.
void note(Context& context, Call& call, const std::string& target, const Json& detail = Json::object());

// For a write to the store: throws a Problem unless it was kept, and `conflict` if it does not fit what is there.
void must_be_kept(const persistence::Outcome& outcome, const Problem& conflict);

}  // namespace wyrmhall::server::admin
