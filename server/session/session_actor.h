// What a connection may say, and when: takes its messages, refuses what is too fast, too early or no message, and hands
// each command to the machine that carries it out.
#pragma once

#include <cstdint>
#include <span>

#include "server/session/authentication.h"
#include "server/session/blocking.h"
#include "server/session/command_table.h"
#include "server/session/identity.h"
#include "server/session/listings.h"
#include "server/session/remarks.h"
#include "server/session/reports.h"
#include "server/session/stable.h"

namespace wyrmhall::server {

// The machines that carry out what connections ask of no table and no match.
struct SessionMachines {
  explicit SessionMachines(const SessionContext& core)
      : identity(core),
        blocking(core),
        authentication(core, identity, blocking),
        reports(core),
        listings(core),
        stable(core),
        remarks(core) {}

  Identity identity;
  Blocking blocking;
  Authentication authentication;
  Reports reports;
  Listings listings;
  StableKeeper stable;
  Remarks remarks;
};

class SessionActor {
 public:
  // `machines` outlive it.
  SessionActor(const SessionContext& core, SessionMachines& machines) : core_(core), machines_(machines) {}

  // One whole binary message of this session.
  void received(Session& session, std::span<const std::uint8_t> bytes, Outbox& out);
  void answered(const RematchOf& wait, const persistence::Answer& answer, Outbox& out) const;

 private:
  bool allowed_now(const Session& session, std::uint64_t command_id, const CommandProperties& command,
                   Outbox& out) const;
  void command(Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out);

  SessionContext core_;
  SessionMachines& machines_;
  CommandTable commands_;
};

}  // namespace wyrmhall::server
