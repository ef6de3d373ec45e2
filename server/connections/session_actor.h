// What a connection may say, and when: takes its messages, refuses those that are too fast, too early or malformed, and
// hands each command to the machine that carries it out.
#pragma once

#include <cstdint>
#include <span>

#include "server/accounts/authentication.h"
#include "server/accounts/identity.h"
#include "server/accounts/members.h"
#include "server/accounts/relations.h"
#include "server/connections/command_table.h"
#include "server/connections/listings.h"
#include "server/connections/remarks.h"
#include "server/heroes/stable.h"
#include "server/match/play.h"
#include "server/match/reports.h"

namespace wyrmhall::server {

// The machines that carry out commands that belong to no table and no match.
struct SessionMachines {
  SessionMachines(const SessionContext& core, Play play)
      : identity(core, play.lobby),
        relations(core, play.lobby),
        members(core),
        codes(core),
        authentication(core, play, identity, members, codes),
        reports(core),
        listings(core),
        stable(core, play.lobby),
        remarks(core, play) {}

  Identity identity;
  Relations relations;
  Members members;
  SignInCodes codes;
  Authentication authentication;
  Reports reports;
  Listings listings;
  StableKeeper stable;
  Remarks remarks;
};

class SessionActor {
 public:
  // `machines` outlive it.
  SessionActor(const SessionContext& core, Play play, SessionMachines& machines)
      : core_(core), play_(play), machines_(machines) {}

  // One whole binary message of this session.
  void received(Session& session, std::span<const std::uint8_t> bytes, Outbox& out);
  // A command of a session in the lobby, which another server has looked at so far.
  void carry_out(Session& session, const pb::ClientMessage& message, Outbox& out);
  void answered(const RematchOf& wait, const RematchOf::Answer& answer, Outbox& out) const;

 private:
  bool allowed_now(const Session& session, std::uint64_t command_id, const CommandProperties& command,
                   Outbox& out) const;
  void command(Session& session, const pb::ClientMessage& message, pb::CommandPlace at, Timestamp now, Outbox& out);
  // What is carried out at no table and in no match.
  void at_once(Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out);
  void about_oneself(Session& session, const pb::ClientMessage& message, Outbox& out);
  static void ping(const Session& session, std::uint64_t command_id, Outbox& out);
  static void rematch(const Session& session, const pb::ClientMessage& message, Outbox& out);

  SessionContext core_;
  Play play_;
  SessionMachines& machines_;
  CommandTable commands_;
};

}  // namespace wyrmhall::server
