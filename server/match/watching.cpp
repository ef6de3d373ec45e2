// Matches on connections: opened and closed, watched, and who is there.
#include <algorithm>
#include <utility>

#include "server/match/lists.h"
#include "server/match/matches.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

void Matches::open(Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::OpenMatch& wanted = message.open_match();
  const std::uint64_t id = message.command_id();
  const auto match = id_from_bytes<MatchId>(wanted.match_id());
  if (!match) return out.refuse(session.id, id, no_id("match_id"));
  // Opened again on the same connection: the old channel gives way.
  if (const Session::Channel* open = session.channel_of(*match)) {
    if (const auto running = matches_.find(*match); running != matches_.end()) {
      running->second->close(session.id, open->number, out);
    }
    drop_channel(session, open->number, out);
  }
  if (!has_free_channel(session, out)) {
    return out.refuse(session.id, id,
                      refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                              "too many matches are open on this connection; close one first", "channels"));
  }
  const bool plays = running_.plays(session.account, *match);
  if (!plays && matches_.size() >= environment_.limits.matches_in_memory && !matches_.contains(*match)) {
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
  MatchActor& opened = actor(*match, out);
  opened.open({.session = session.id,
               .account = session.account,
               .command_id = id,
               .channel = channel,
               .have_version = wanted.has_have_version() ? std::optional(wanted.have_version()) : std::nullopt,
               .plays = plays},
              out);
  arrange(opened);
}

void Matches::close(Session& session, const pb::ClientMessage& message, Outbox& out) {
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

void Matches::command(const Session& session, std::uint32_t channel, const pb::ClientMessage& message,
                      Timestamp received_at, Outbox& out) {
  const Session::Channel* open = session.channel(channel);
  if (open == nullptr) {
    return out.refuse(
        session.id, message.command_id(),
        refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  MatchActor& match = actor(open->match, out);
  match.command(session.id, channel, message, received_at, out);
  arrange(match);
}

void Matches::close_chain(Session& session, const pb::ClientMessage& message, Timestamp received_at, Outbox& out) {
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

const persistence::MatchRow* Matches::open_on(const Session& session, const MatchId& match) const {
  if (session.channel_of(match) == nullptr) return nullptr;
  const auto there = matches_.find(match);
  return there == matches_.end() || there->second->is_being_read() ? nullptr : &there->second->log().row();
}

// What there is to watch, for the first page of the tables: fields of Tables.
std::string Matches::running_list(const pb::ListTables& ask) const {
  if (!ask.after().empty()) return {};
  MessageWriter running;
  std::size_t count = 0;
  pb::MatchSummary summary;  // the same memory for all
  for (auto id = listed_.rbegin(); id != listed_.rend(); ++id) {
    if (count == kRunningListed) break;
    const auto match = matches_.find(*id);
    if (match == matches_.end() || match->second->log().over() || match->second->viewers().empty()) continue;
    const persistence::MatchRow& row = match->second->log().row();
    if (!ask.game().empty() && ask.game() != row.game) continue;
    summary.Clear();
    write_summary({.id = row.id, .game = row.game, .seats = row.seats, .started_at = row.started_at, .end = {}},
                  summary);
    running.bytes(pb::Tables::kRunningFieldNumber, summary.SerializeAsString());
    ++count;
  }
  return running.take();
}

// Whether one more match can be opened on this connection; one that is over gives way.
bool Matches::has_free_channel(Session& session, Outbox& out) {
  if (session.channels.size() < environment_.limits.channels_per_connection) return true;
  const auto over = std::ranges::find_if(session.channels, [this](const Session::Channel& channel) {
    const auto match = matches_.find(channel.match);
    return match == matches_.end() || match->second->log().over();
  });
  if (over == session.channels.end()) return false;
  stop_viewing(session, *over, out);
  drop_channel(session, over->number, out);
  return true;
}

// Whether an account watches as many running matches as it may, on all its connections together, and this is none of
// them. They are few: as many as its connections may have open.
bool Matches::watches_too_many(const AccountId& account, const MatchId& wanted) const {
  std::vector<MatchId> watched;
  for (const std::uint64_t number : sessions_.of(account)) {
    for (const Session::Channel& channel : sessions_.all().at(number).channels) {
      if (channel.match == wanted) return false;
      const auto match = matches_.find(channel.match);
      if (match == matches_.end() || match->second->log().over() || running_.plays(account, channel.match)) continue;
      watched.push_back(channel.match);
    }
  }
  std::ranges::sort(watched);
  const auto again = std::ranges::unique(watched);
  return watched.size() - again.size() >= environment_.limits.watched_per_account;
}

// The channel is gone; what it owed is answered without it.
void Matches::drop_channel(Session& session, std::uint32_t number, Outbox& out) {
  for (const Answered& owed : session.drop_channel(number)) {
    out.post(session.id, repeat_frame(owed.command_id, number, owed.version));
  }
}

// One that is over leaves memory with its last viewer: at once, while its memory is still warm for the next.
void Matches::stop_viewing(const Session& session, const Session::Channel& channel, Outbox& out) {
  const auto match = matches_.find(channel.match);
  if (match == matches_.end()) return;
  match->second->close(session.id, channel.number, out);
  if (match->second->log().over() && match->second->can_unload(environment_.clock.now()))
    return rest(*match->second, out);
  arrange(*match->second);
}

void Matches::stop_viewing(const Session& session, Outbox& out) {
  for (const Session::Channel& channel : session.channels) stop_viewing(session, channel, out);
}

void Matches::catch_up(Session& session, Outbox& out) {
  session.behind_since = kNever;
  for (Session::Channel& channel : session.channels) {
    const auto match = channel.behind ? matches_.find(channel.match) : matches_.end();
    if (match == matches_.end()) continue;
    channel.behind = !match->second->catch_up(session.id, channel.number, out);
    // A move is on its way to the disk, which is not the reader's fault: tick() tries again.
    if (channel.behind) session.behind_since = environment_.clock.now();
    if (channel.behind) continue;
    for (const Answered& owed : std::exchange(channel.owed, {})) {
      out.update(session.id, channel.number, repeat_frame(owed.command_id, channel.number, owed.version), owed);
    }
  }
}

void Matches::came(const AccountId& account) {
  absences_.came(account);
  tell_presence(account);
}

void Matches::went(const AccountId& account) {
  absences_.went(account, environment_.clock.now());
  tell_presence(account);
  running_.went(account);
}

// Where somebody is there to be told, that is: in matches that are in memory.
void Matches::tell_presence(const AccountId& account) {
  for (const MatchId& id : running_.of(account)) {
    const auto match = matches_.find(id);
    if (match == matches_.end()) continue;
    match->second->somebody_came_or_went();
    arrange(*match->second);
  }
}

}  // namespace wyrmhall::server
