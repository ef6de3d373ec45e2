// Who of those who play is there. The server that has the lobby knows it, since everybody comes into the lobby; it
// tells the others of the store that run matches.
//
// All calls come from one thread at a time.
#pragma once

#include <span>

#include "server/cluster/placement.h"
#include "server/core/outbox.h"
#include "server/core/session.h"
#include "server/lobby/running_matches.h"
#include "server/match/absences.h"
#include "server/match/matches.h"

namespace wyrmhall::node::v1 {
class AskPresence;
class Presence;
}  // namespace wyrmhall::node::v1

namespace wyrmhall::server {

class Attendance {
 public:
  // All of these outlive it.
  Attendance(const Environment& environment, const cluster::Placement& placement, Sessions& sessions,
             RunningMatches& running, Absences& absences, Matches& matches)
      : environment_(environment),
        placement_(placement),
        sessions_(sessions),
        running_(running),
        absences_(absences),
        matches_(matches) {}

  // --- Where the lobby is here ---

  // The first connection of an account has signed in; the last of one is gone.
  void came(const AccountId& account, Outbox& out);
  void went(const AccountId& account, Outbox& out);
  // Another server asks.
  void heard(persistence::Incarnation from, const node::v1::AskPresence& ask, Outbox& out) const;

  // --- Where another server has it ---

  void heard(const node::v1::Presence& presence);

  // From now on people could connect, or have to connect anew, since a server is gone.
  void expect() { absences_.clients_may_connect(environment_.clock.now()); }
  // Another server has the lobby now, or this one.
  void lobby_moved(Outbox& out);

 private:
  void tell(const AccountId& account, Outbox& out);
  void note(const MatchId& match);
  [[nodiscard]] std::string presence_of(const AccountId& account, std::span<const MatchId> matches) const;

  const Environment& environment_;
  const cluster::Placement& placement_;
  Sessions& sessions_;
  RunningMatches& running_;
  Absences& absences_;
  Matches& matches_;
};

}  // namespace wyrmhall::server
