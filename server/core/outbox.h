// What the core's machines want done, as values: they carry out nothing themselves.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "persistence/store.h"
#include "server/core/access_event.h"
#include "server/core/ids.h"
#include "server/core/peer_address.h"
#include "server/core/totals.h"
#include "server/core/waits.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

// Something that takes a while and is done by a worker: what it finds comes back as a value
// (server/match/job_result.h).
struct JobResult;
using Task = std::move_only_function<JobResult()>;

// A command of a match's that was played, and the version that it led to; a command_id of 0 is none.
struct Answered {
  std::uint64_t command_id = 0;
  std::uint64_t version = 0;
};

struct Outbox {
  // A message to one session. `channel` is set for an update of a match, which may be dropped when the session cannot
  // keep up: it is then brought up by a snapshot, and what the update answers is answered after that. Anything else
  // counts as news or an answer and is never dropped.
  struct Post {
    SessionId to;
    std::uint32_t channel = 0;
    std::string frame;
    Answered answers = {};
    bool over = false;          // it tells the end of the match
    std::uint32_t opens = 0;    // the channel that it opens; such a message is not dropped
    std::uint32_t opening = 0;  // the number of the opening that it answers
  };
  // Something for another server of the store, or for all: a NodeMessage (server/cluster/node.proto).
  static constexpr persistence::Incarnation kAllNodes = -1;
  struct NodePost {
    persistence::Incarnation to = 0;
    std::string message;
  };
  // A message to every session of an account, except one that has had it as an answer.
  struct AccountMessage {
    AccountId account{};
    std::string frame;
    SessionId except;
  };
  struct StoreRequest {
    StoreWait wait;
    persistence::Request request;
  };
  struct Job {
    JobWait wait;
    Task task;
    AccountId account{};  // that waits for it
  };
  // A channel that came to nothing, or was closed by the match.
  struct ChannelEnd {
    SessionId session;
    std::uint32_t channel = 0;
    std::uint32_t opening = 0;  // its number
  };

  // The end of a connection, after everything else in this outbox that it is told.
  struct Closing {
    SessionId session;
    std::uint16_t code = 1000;
    std::string_view reason;  // lives as long as the program, or until the outbox is emptied
  };

  // A refusal for the log of those who come (server/core/access_event.h).
  struct RefusalTold {
    SessionId to;
    pb::RefusalCode code = pb::REFUSAL_CODE_UNSPECIFIED;
    std::string field;
  };

  std::vector<NodePost> node_posts;  // they come before what connections there are told
  std::vector<Post> posts;
  std::vector<AccountMessage> account_messages;
  std::vector<StoreRequest> store_requests;
  std::vector<Job> jobs;
  // A match that ran is over, and that is kept: who played it.
  struct End {
    MatchId match{};
    std::vector<AccountId> accounts;
  };

  std::vector<ChannelEnd> channel_ends;
  std::vector<End> ends;
  std::vector<MatchId> overs;     // matches that are over, and that is kept, whether they ran or not: to be signed
  std::vector<AccountId> lapses;  // who has left others sitting in a match (lobby/lapses.h)
  std::vector<RefusalTold> refusals_told;
  std::vector<Closing> closings;
  std::vector<SessionId> pauses;  // of connections that are too fast: nothing more is read from them for now
  Totals totals;                  // of all that ever went through here

  void to_node(persistence::Incarnation to, std::string message) { node_posts.push_back({to, std::move(message)}); }
  void post(SessionId to, std::string frame) { update(to, 0, std::move(frame)); }
  void refuse(SessionId to, std::uint64_t command_id, pb::Refusal refusal) {
    ++totals.refusals[static_cast<std::size_t>(refusal.code())];
    if (is_told(refusal.code())) refusals_told.push_back({to, refusal.code(), refusal.field()});
    posts.emplace_back(to, 0, refusal_frame(command_id, std::move(refusal)), Answered{.command_id = command_id});
  }
  void answer(const Asker& asker, pb::ServerMessage& message) {
    posts.emplace_back(asker.session, 0, frame(asker.command_id, message), Answered{.command_id = asker.command_id});
  }
  void refuse(const Asker& asker, pb::Refusal refusal) { refuse(asker.session, asker.command_id, std::move(refusal)); }
  void update(SessionId to, std::uint32_t channel, std::string frame, Answered answers = {}) {
    posts.emplace_back(to, channel, std::move(frame), answers);
  }
  void tell(const AccountId& account, std::string frame, SessionId except = {}) {
    account_messages.push_back({account, std::move(frame), except});
  }
  void close(SessionId session, std::uint16_t code, std::string_view reason) {
    closings.push_back({session, code, reason});
  }
  // The wait must be for what the request is answered with.
  template <class Wait, class Request>
    requires std::same_as<typename Wait::Answer, persistence::AnswerTo<Request>>
  void ask(const Wait& wait, Request request) {
    store_requests.emplace_back(wait, std::move(request));
  }
  void work(const JobWait& wait, Task task, const AccountId& account = {}) {
    jobs.push_back({wait, std::move(task), account});
  }

  // Empties it and keeps its memory and its totals.
  void clear() {
    node_posts.clear();
    posts.clear();
    account_messages.clear();
    store_requests.clear();
    jobs.clear();
    channel_ends.clear();
    ends.clear();
    overs.clear();
    lapses.clear();
    refusals_told.clear();
    closings.clear();
    pauses.clear();
  }
};

// Who sent a command.
struct Sender {
  SessionId session;
  AccountId account{};
  std::string name;
  SharedAddress address = nullptr;  // null where it is the server itself
};

}  // namespace wyrmhall::server
