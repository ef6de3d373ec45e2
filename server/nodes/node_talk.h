// What goes between this server and the others of its store: hands what comes from them to whom it is for, and what is
// for them and their connections to the links.
//
// All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "server/cluster/links.h"
#include "server/cluster/placement.h"
#include "server/connections/lobby_host.h"
#include "server/connections/session_actor.h"
#include "server/core/effects.h"
#include "server/core/outbox.h"
#include "server/match/match_host.h"
#include "server/match/play.h"

namespace wyrmhall::node::v1 {
class Administered;
class NodeMessage;
}  // namespace wyrmhall::node::v1

namespace wyrmhall::server {

class NodeTalk {
 public:
  // All of these outlive it.
  NodeTalk(const SessionContext& core, cluster::Placement& placement, Play play, DistantMatches& distant,
           SessionMachines& machines, SessionActor& session_actor)
      : core_(core),
        placement_(placement),
        play_(play),
        distant_(distant),
        machines_(machines),
        session_actor_(session_actor),
        links_(placement.self()),
        match_host_(core.environment, placement, play.matches),
        lobby_host_(core, placement, play, machines.authentication, session_actor) {}

  // What this server has that it had not before, and has to read from the store.
  struct Gained {
    bool matches = false;
    bool lobby = false;
  };
  // Which other servers there are, and who owns which shard.
  Gained place(std::vector<persistence::Incarnation> others, std::vector<persistence::Incarnation> owners, Outbox& out);
  // A connection is gone that was in the lobby elsewhere; to be called before it leaves the sessions.
  void left(const Session& session, Outbox& out) { play_.distant_lobby.left(session, out); }
  // A frame has come over the bus.
  void heard(std::span<const std::uint8_t> bytes, Outbox& out);
  // What administrators did at other servers, until now.
  std::vector<node::v1::Administered> take_administered();
  // A tenth of a second has passed.
  void tick(Outbox& out);

  // To be called before the outbox goes to the connections here: what is for others goes to the links.
  void send(Outbox& out);
  // What the links have to say now.
  void send_frames(std::vector<Effect>& effects);

 private:
  void dispatch(persistence::Incarnation from, const std::string& bytes, Outbox& out);
  // What concerns connections here, and what concerns the lobby.
  bool dispatch_to_gateway(persistence::Incarnation from, const node::v1::NodeMessage& message, Outbox& out);
  void dispatch_to_lobby(persistence::Incarnation from, const node::v1::NodeMessage& message, Outbox& out);
  void leave(Outbox& out);
  void begin_again(Outbox& out);
  void tell_ends(Outbox& out);
  void send_posts(Outbox& out, Timestamp now);

  SessionContext core_;
  cluster::Placement& placement_;
  Play play_;
  DistantMatches& distant_;
  SessionMachines& machines_;
  SessionActor& session_actor_;
  cluster::Links links_;
  MatchHost match_host_;
  LobbyHost lobby_host_;
  std::vector<std::string> administered_;
  std::deque<std::string> reasons_;  // why connections end, until the outbox is emptied
};

}  // namespace wyrmhall::server
