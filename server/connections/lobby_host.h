// The lobby where this server has it, for connections that other servers have: they are visitors of it.
#pragma once

#include "server/accounts/authentication.h"
#include "server/cluster/placement.h"
#include "server/connections/session_actor.h"
#include "server/core/outbox.h"
#include "server/match/play.h"

namespace wyrmhall::node::v1 {
class Admit;
class Left;
class LobbyCommand;
}  // namespace wyrmhall::node::v1

namespace wyrmhall::server {

class LobbyHost {
 public:
  // All of these outlive it.
  LobbyHost(const SessionContext& core, const cluster::Placement& placement, Play play, Authentication& authentication,
            SessionActor& session_actor)
      : core_(core),
        placement_(placement),
        play_(play),
        authentication_(authentication),
        session_actor_(session_actor) {}

  // `from`: the server that has the connection.
  void heard(persistence::Incarnation from, const node::v1::Admit& admit, Outbox& out);
  void heard(persistence::Incarnation from, const node::v1::LobbyCommand& command, Outbox& out);
  void heard(persistence::Incarnation from, const node::v1::Left& left, Outbox& out);
  // Whether this server has the lobby, and all its tables.
  [[nodiscard]] bool is_open() const { return placement_.has_lobby() && play_.lobby.is_open(); }
  // That server is gone, or has to tell again who its connections are.
  void forget_visitors(persistence::Incarnation from, Outbox& out);
  // Another server has the lobby.
  void forget_all_visitors();

 private:
  void leave(const SessionId& session, Outbox& out);

  SessionContext core_;
  const cluster::Placement& placement_;
  Play play_;
  Authentication& authentication_;
  SessionActor& session_actor_;
};

}  // namespace wyrmhall::server
