// What other servers of the store ask of the matches that this one runs, for the connections that they have.
#pragma once

#include "server/cluster/placement.h"
#include "server/core/outbox.h"
#include "server/match/matches.h"

namespace wyrmhall::node::v1 {
class CatchUp;
class CloseChannel;
class MatchCommand;
class MatchStarted;
class OpenChannel;
}  // namespace wyrmhall::node::v1

namespace wyrmhall::server {

class MatchHost {
 public:
  // All of these outlive it.
  MatchHost(const Environment& environment, const cluster::Placement& placement, Matches& matches)
      : environment_(environment), placement_(placement), matches_(matches) {}

  // `from`: the server that has the connection.
  void heard(persistence::Incarnation from, const node::v1::OpenChannel& open, Outbox& out);
  void heard(persistence::Incarnation from, const node::v1::CloseChannel& close, Outbox& out);
  void heard(persistence::Incarnation from, const node::v1::MatchCommand& command, Outbox& out);
  void heard(persistence::Incarnation from, const node::v1::CatchUp& catch_up, Outbox& out);
  void heard(persistence::Incarnation from, const node::v1::MatchStarted& started, Outbox& out);

  // That server is gone, or tells again what its connections have open.
  void forget_viewers(persistence::Incarnation gateway, Outbox& out);

 private:
  // Null where another server runs it.
  MatchActor* hosted(const MatchId& match, Outbox& out);
  template <class Message>
  static void not_here(persistence::Incarnation from, const Message& message, Outbox& out);

  const Environment& environment_;
  const cluster::Placement& placement_;
  Matches& matches_;
};

}  // namespace wyrmhall::server
