// Which matches connections have open, to play or to watch.
//
// All calls come from one thread at a time.
#pragma once

#include <span>
#include <string>

#include "server/cluster/placement.h"
#include "server/match/distant_matches.h"
#include "server/match/matches.h"

namespace wyrmhall::server {

class Channels {
 public:
  // All of these outlive it.
  Channels(const Environment& environment, const cluster::Placement& placement, Sessions& sessions,
           RunningMatches& running, Matches& matches, DistantMatches& distant)
      : environment_(environment),
        placement_(placement),
        sessions_(sessions),
        running_(running),
        matches_(matches),
        distant_(distant) {}

  // OpenMatch and CloseMatch.
  void open(Session& session, const pb::ClientMessage& message, Outbox& out);
  void close(Session& session, const pb::ClientMessage& message, Outbox& out);
  // Act, Resign, ClaimAbsence, AskOdds.
  void command(const Session& session, std::uint32_t channel, const pb::ClientMessage& message, Timestamp received_at,
               Outbox& out);
  // CloseChain.
  void close_chain(Session& session, const pb::ClientMessage& message, Timestamp received_at, Outbox& out);

  // A match has started: everybody who sits in it gets it opened on each of their connections.
  void started(const StartedMatch& begun, Outbox& out);
  // A match has started elsewhere that this session plays.
  void starts(Session& session, const MatchId& match, Outbox& out);
  // The same for all sessions here of these accounts.
  void starts(const MatchId& match, std::span<const AccountId> accounts, Outbox& out);
  // This session is gone.
  void stop_viewing(const Session& session, Outbox& out);
  // A session that was behind has read everything: each match that went on without it is shown as it stands, and what
  // the session asked of the match meanwhile is answered.
  void catch_up(Session& session, Outbox& out);

  // Whether this session may have the match open, where another server knows whether it has.
  [[nodiscard]] bool may_be_open(const Session& session, const MatchId& match) const {
    return !placement_.alone() && (session.id.incarnation != placement_.self() || session.channel_of(match) != nullptr);
  }
  // A match that this session has open; null where it has not, or the match is still being read.
  [[nodiscard]] const persistence::MatchRow* open_on(const Session& session, const MatchId& match) const;

 private:
  void tell_gateways(const MatchId& match, std::span<const AccountId> accounts, Outbox& out) const;
  void view(const MatchId& match, const MatchActor::Opening& opening, Outbox& out);
  // Whether it runs, as far as is known here.
  [[nodiscard]] bool may_run(const Session& session, const Session::Channel& channel) const;
  bool has_free_channel(Session& session, Outbox& out);
  [[nodiscard]] bool watches_too_many(const AccountId& account, const MatchId& wanted) const;
  void stop_viewing(const Session& session, const Session::Channel& channel, Outbox& out);
  static void drop_channel(Session& session, std::uint32_t number, Outbox& out);

  const Environment& environment_;
  const cluster::Placement& placement_;
  Sessions& sessions_;
  RunningMatches& running_;
  Matches& matches_;
  DistantMatches& distant_;
};

}  // namespace wyrmhall::server
