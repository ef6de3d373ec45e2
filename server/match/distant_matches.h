// The matches that other servers of the store run, as the connections here have them open: what is asked of them goes
// to their owners, and again to the next owner where one dies or hands them over.
//
// What a client asks is kept until it is answered, so that it can be asked again: a match's log says what of it was
// done before, so nothing is done twice.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/cluster/placement.h"
#include "server/core/outbox.h"
#include "server/core/session.h"
#include "server/match/matches.h"

namespace wyrmhall::node::v1 {
class CaughtUp;
class EndChannel;
class NotHere;
class Post;
}  // namespace wyrmhall::node::v1

namespace wyrmhall::server {

class DistantMatches {
 public:
  using Incarnation = persistence::Incarnation;

  // All of these outlive it.
  DistantMatches(const Environment& environment, const cluster::Placement& placement, Sessions& sessions,
                 Matches& matches)
      : environment_(environment), placement_(placement), sessions_(sessions), matches_(matches) {}

  // --- What connections do ---

  // A match has started that another server runs.
  void started(const MatchId& match, bool hidden, Outbox& out) const;
  // As MatchActor::open. The channel must be among those of the session.
  void open(const MatchId& match, const MatchActor::Opening& opening, Outbox& out);
  // As MatchActor::command. False where the channel is not open here.
  bool command(SessionId session, std::uint32_t channel, const pb::ClientMessage& message, Timestamp received_at,
               Outbox& out);
  void close(SessionId session, std::uint32_t channel, Outbox& out);
  // False where the channel is not open here.
  bool catch_up(SessionId session, std::uint32_t channel, Outbox& out);
  // Whether the channel is of a running match, as far as is known; false where it is not open here.
  [[nodiscard]] bool runs(SessionId session, std::uint32_t channel) const;

  // --- What other servers tell ---

  void heard(Incarnation from, const node::v1::Post& post, Outbox& out);
  void heard(Incarnation from, const node::v1::EndChannel& end, Outbox& out);
  void heard(Incarnation from, const node::v1::CaughtUp& caught_up);
  void heard(Incarnation from, const node::v1::NotHere& not_here);

  // --- Who runs what ---

  // Other servers run other matches now.
  void placed(Outbox& out);
  // Matches that this server runs no more were open on connections here.
  void take_over(const std::vector<Matches::LeftBehind>& left, Outbox& out);
  // What was told this server may have been lost: it is told again.
  void tell_again(Incarnation owner, Outbox& out);
  // A tenth of a second has passed.
  void tick(Outbox& out);

  [[nodiscard]] std::size_t size() const { return channels_.size(); }

 private:
  using Key = std::pair<std::uint64_t, std::uint32_t>;  // the number of the session, and the channel

  struct Asked {
    std::uint64_t command_id = 0;
    std::string message;
    Timestamp received_at{};
  };
  struct Distant {
    MatchId match{};
    MatchActor::Opening opening;
    Incarnation owner = 0;  // who was asked to open it; 0: nobody yet
    bool is_open = false;   // it has answered that: what came from it before is older
    bool over = false;
    Timestamp opened_at{};     // by the connection
    std::vector<Asked> asked;  // and not answered; the opening is not among them
  };

  // What was asked of a match before its channel was closed, and is not answered: its owner does that first.
  struct Closed {
    MatchId match{};
    Incarnation owner = 0;
    std::vector<Asked> asked;  // without the messages: none is asked again
  };

  void send(const Key& key, Distant& distant, Outbox& out);
  void move_here(const Key& key, const Distant& distant, Outbox& out);
  // The channel is none of a match elsewhere any more; what it has asked is refused.
  void forget(const Key& key, Outbox& out);
  void refuse_closed(const Key& key, std::span<const Asked> asked, const char* why, Outbox& out) const;
  // Those closed channels whose answers come no more.
  void refuse_closed_of(const std::function<bool(const Closed&)>& lost, const char* why, Outbox& out);
  // Whether it answers what was asked on a channel that is closed by now; it goes on to the client then.
  bool answers_closed(Incarnation from, const node::v1::Post& post, Outbox& out);
  // By whom a command of a session was asked that has not been answered; null where it was by none.
  Distant* asked_by(std::uint64_t session, std::uint64_t command_id);
  void note_answer(const Key& key, Distant& distant, std::uint64_t command_id);
  // Whom a message is for that comes from the owner of its match; null where it is from somebody else, or for nobody.
  Distant* told_by(Incarnation from, const Key& key);

  const Environment& environment_;
  const cluster::Placement& placement_;
  Sessions& sessions_;
  Matches& matches_;
  std::map<Key, Distant> channels_;
  std::map<Key, Closed> closed_;
  std::set<Key> asking_;    // those that wait for an answer
  std::set<Key> not_here_;  // whose owner said that it is none
  Timestamp ask_again_at_{};
  std::uint32_t last_number_ = 0;  // of an opening
};

}  // namespace wyrmhall::server
