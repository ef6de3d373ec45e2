// What goes between this server and the others of its store: hands what comes from them to whom it is for, and what is
// for them and their connections to the links.
//
// All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/cluster/links.h"
#include "server/cluster/placement.h"
#include "server/core/effects.h"
#include "server/core/outbox.h"
#include "server/lobby/lobby.h"
#include "server/match/distant_matches.h"
#include "server/match/match_host.h"

namespace wyrmhall::server {

// The name of the lobby among what there is only one of (cluster::Placement).
inline constexpr std::string_view kLobbyName = "lobby";

class NodeTalk {
 public:
  struct Parts {
    Sessions& sessions;
    Lobby& lobby;
    RunningMatches& running;
    Matches& matches;
    DistantMatches& distant;
  };
  // All of these outlive it.
  NodeTalk(const Environment& environment, cluster::Placement& placement, Parts parts)
      : environment_(environment),
        placement_(placement),
        parts_(parts),
        links_(placement.self()),
        host_(environment, placement, parts.matches) {}

  // Which other servers there are, and who owns which shard. True where this one has shards that it had not before.
  bool place(std::vector<persistence::Incarnation> others, std::vector<persistence::Incarnation> owners, Outbox& out);
  // A frame has come over the bus.
  void heard(std::span<const std::uint8_t> bytes, Outbox& out);
  // A tenth of a second has passed.
  void tick(Outbox& out);

  // To be called before the outbox goes to the connections here: what is for others goes to the links.
  void send(Outbox& out, std::vector<Effect>& effects);

 private:
  void dispatch(persistence::Incarnation from, const std::string& bytes, Outbox& out);
  void leave(Outbox& out);
  void begin_again(Outbox& out);
  void tell_ends(Outbox& out);

  const Environment& environment_;
  cluster::Placement& placement_;
  Parts parts_;
  cluster::Links links_;
  MatchHost host_;
  std::deque<std::string> reasons_;  // why connections end, until the outbox is emptied
};

}  // namespace wyrmhall::server
