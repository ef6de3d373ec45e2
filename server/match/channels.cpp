#include "server/match/channels.h"

#include <algorithm>
#include <set>
#include <utility>

#include "server/cluster/node.pb.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

void Channels::open(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::OpenMatch& wanted = message.open_match();
  const std::uint64_t id = message.command_id();
  const auto match = id_from_bytes<MatchId>(wanted.match_id());
  if (!match) return out.refuse(session.id, id, no_id("match_id"));
  // Opened again on the same connection: the old channel gives way.
  if (const Session::Channel* open = session.channel_of(*match)) {
    if (MatchActor* const running = matches_.find(*match)) {
      running->close(session.id, open->number, MatchActor::Queued::kRefused, out);
    }
    distant_.close(session.id, open->number, out);
    drop_channel(session, open->number, out);
  }
  if (!has_free_channel(session, out)) {
    return out.refuse(session.id, id,
                      refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                              "too many matches are open on this connection; close one first", "channels"));
  }
  const bool plays = running_.plays(session.account, *match);
  if (!plays && matches_.size() >= environment_.limits.matches_in_memory && matches_.find(*match) == nullptr &&
      placement_.owns(*match)) {
    return out.refuse(session.id, id,
                      again_after(refusal(pb::REFUSAL_CODE_BUSY, "too many matches are being watched; try again"),
                                  kViewersFullRetry));
  }
  if (!plays && watches_too_many(session.account, *match)) {
    return out.refuse(session.id, id,
                      again_after(refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                          "you watch too many matches at once; close one of them first", "watched"),
                                  kViewersFullRetry));
  }
  const std::uint32_t channel = session.next_channel++;
  session.channels.push_back({.number = channel, .match = *match});
  view(*match,
       {.session = session.id,
        .account = session.account,
        .command_id = id,
        .channel = channel,
        .have_version = wanted.has_have_version() ? std::optional(wanted.have_version()) : std::nullopt,
        .plays = plays},
       out);
}

void Channels::view(const MatchId& match, const MatchActor::Opening& opening, Outbox& out) {
  if (!placement_.owns(match)) return distant_.open(match, opening, out);
  MatchActor& opened = matches_.actor(match, out);
  opened.open(opening, out);
  matches_.arrange(opened);
}

void Channels::started(const StartedMatch& begun, Outbox& out) {
  const MatchId& match = begun.row.id;
  if (placement_.owns(match)) {
    if (matches_.started(begun, out) == nullptr) return;
  } else {
    matches_.started_elsewhere(begun, out);
    distant_.started(match, begun.hidden, out);
  }
  std::vector<AccountId> accounts;
  for (const persistence::SeatRow& seat : begun.row.seats) {
    if (seat.account) accounts.push_back(*seat.account);
  }
  for (const AccountId& account : accounts) {
    for (const SessionId& id : sessions_.of(account)) {
      if (Session* const session = sessions_.here(id)) starts(*session, match, out);
    }
  }
  tell_gateways(match, accounts, out);
}

void Channels::starts(Session& session, const MatchId& match, Outbox& out) {
  if (session.channel_of(match) != nullptr || !has_free_channel(session, out)) return;
  const std::uint32_t channel = session.next_channel++;
  session.channels.push_back({.number = channel, .match = match});
  view(match, {.session = session.id, .account = session.account, .channel = channel, .plays = true}, out);
}

void Channels::starts(const MatchId& match, std::span<const AccountId> accounts, Outbox& out) {
  for (const AccountId& account : accounts) {
    running_.joins(account, match);
    for (const SessionId& id : sessions_.of(account)) {
      if (Session* const session = sessions_.here(id)) starts(*session, match, out);
    }
  }
}

// The servers that have connections of these players.
void Channels::tell_gateways(const MatchId& match, std::span<const AccountId> accounts, Outbox& out) const {
  if (placement_.alone()) return;
  std::set<persistence::Incarnation> gateways;
  node::v1::NodeMessage told;
  told.mutable_match_starts()->set_match(to_bytes(match));
  for (const AccountId& account : accounts) {
    told.mutable_match_starts()->add_accounts(to_bytes(account));
    for (const SessionId& id : sessions_.of(account)) gateways.insert(id.incarnation);
  }
  gateways.erase(placement_.self());
  for (const persistence::Incarnation gateway : gateways) out.to_node(gateway, told.SerializeAsString());
}

void Channels::close(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const std::uint32_t number = message.close_match().channel();
  const Session::Channel* open = session.channel(number);
  if (open == nullptr) {
    return out.refuse(
        session.id, message.command_id(),
        refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  stop_viewing(session, *open, out);
  drop_channel(session, number, out);
  pb::ServerMessage reply;
  reply.mutable_done();
  out.answer({session.id, message.command_id()}, reply);
}

void Channels::command(const Session& session, std::uint32_t channel, const pb::ClientMessage& message,
                       Timestamp received_at, Outbox& out) {
  const Session::Channel* open = session.channel(channel);
  if (open == nullptr) {
    return out.refuse(
        session.id, message.command_id(),
        refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  if (distant_.command(session.id, channel, message, received_at, out)) return;
  MatchActor& match = matches_.actor(open->match, out);
  match.command(session.id, channel, message, received_at, out);
  matches_.arrange(match);
}

void Channels::close_chain(Session& session, const pb::ClientMessage& message, Timestamp received_at, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const auto match = id_from_bytes<MatchId>(message.close_chain().match_id());
  if (!match) return out.refuse(asker, no_id("match_id"));
  const Session::Channel* const open = session.channel_of(*match);
  if (open == nullptr) {
    return out.refuse(
        asker, refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "this match is not open on this connection", "match_id"));
  }
  command(session, open->number, message, received_at, out);
}

const persistence::MatchRow* Channels::open_on(const Session& session, const MatchId& match) const {
  if (session.channel_of(match) == nullptr) return nullptr;
  MatchActor* const there = matches_.find(match);
  return there == nullptr || there->is_being_read() ? nullptr : &there->log().row();
}

bool Channels::may_run(const Session& session, const Session::Channel& channel) const {
  if (distant_.runs(session.id, channel.number)) return true;
  MatchActor* const match = matches_.find(channel.match);
  return match != nullptr && !match->log().over();
}

// Whether one more match can be opened on this connection; one that is over gives way.
bool Channels::has_free_channel(Session& session, Outbox& out) {
  if (session.channels.size() < environment_.limits.channels_per_connection) return true;
  const auto over = std::ranges::find_if(session.channels,
                                         [&](const Session::Channel& channel) { return !may_run(session, channel); });
  if (over == session.channels.end()) return false;
  stop_viewing(session, *over, out);
  drop_channel(session, over->number, out);
  return true;
}

// Whether an account watches as many running matches as it may, on all its connections together, and this match is none
// of them. They are few: as many as its connections may have open.
bool Channels::watches_too_many(const AccountId& account, const MatchId& wanted) const {
  std::vector<MatchId> watched;
  for (const SessionId& id : sessions_.of(account)) {
    const Session* const here = sessions_.here(id);
    if (here == nullptr) continue;
    const Session& session = *here;
    for (const Session::Channel& channel : session.channels) {
      if (channel.match == wanted) return false;
      if (!may_run(session, channel) || running_.plays(account, channel.match)) continue;
      watched.push_back(channel.match);
    }
  }
  std::ranges::sort(watched);
  const auto again = std::ranges::unique(watched);
  return watched.size() - again.size() >= environment_.limits.watched_per_account;
}

// The channel is gone; what it owed is answered without it.
void Channels::drop_channel(Session& session, std::uint32_t number, Outbox& out) {
  for (const Answered& owed : session.drop_channel(number)) {
    out.post(session.id, repeat_frame(owed.command_id, number, owed.version));
  }
}

// One that is over leaves memory with its last viewer: at once, while its memory is still warm for the next.
void Channels::stop_viewing(const Session& session, const Session::Channel& channel, Outbox& out) {
  distant_.close(session.id, channel.number, out);
  MatchActor* const match = matches_.find(channel.match);
  if (match == nullptr) return;
  match->close(session.id, channel.number, MatchActor::Queued::kRefused, out);
  if (match->log().over() && match->can_unload(environment_.clock.now())) return matches_.rest(*match, out);
  matches_.arrange(*match);
}

void Channels::stop_viewing(const Session& session, Outbox& out) {
  for (const Session::Channel& channel : session.channels) stop_viewing(session, channel, out);
}

void Channels::catch_up(Session& session, Outbox& out) {
  session.behind_since = kNever;
  for (Session::Channel& channel : session.channels) {
    if (!channel.behind || distant_.catch_up(session.id, channel.number, out)) continue;
    const auto match = matches_.find(channel.match);
    if (match == nullptr) continue;
    channel.behind = !match->catch_up(session.id, channel.number, out);
    // A move is on its way to the disk, which is not the reader's fault: tick() tries again.
    if (channel.behind) session.behind_since = environment_.clock.now();
    if (channel.behind) continue;
    for (const Answered& owed : std::exchange(channel.owed, {})) {
      out.update(session.id, channel.number, repeat_frame(owed.command_id, channel.number, owed.version), owed);
    }
  }
}

}  // namespace wyrmhall::server
