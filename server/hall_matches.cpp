// Matches as the hall holds them: opened and watched, in memory or at rest, each at its time.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/frames.h"
#include "server/hall.h"
#include "server/lists.h"
#include "server/match/ending.h"
#include "server/message_writer.h"

namespace wyrmhall::server {

using persistence::Verdict;

void Hall::open_match(Session& session, const pb::ClientMessage& message) {
  const pb::OpenMatch& wanted = message.open_match();
  const std::uint64_t id = message.command_id();
  const auto match = id_from_bytes(wanted.match_id());
  if (!match) return refuse(session, id, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", "match_id"));
  // Opened again on the same connection: the old channel gives way.
  if (const Session::Channel* open = session.channel_of(*match)) {
    if (const auto running = matches_.find(*match); running != matches_.end()) {
      running->second->close(session.id, open->number, out_);
    }
    drop_channel(session, open->number);
  }
  if (!has_free_channel(session)) {
    return refuse(session, id,
                  refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                          "too many matches are open on this connection; close one first", "channels"));
  }
  const bool plays = running_.plays(session.account, *match);
  if (!plays && matches_.size() >= environment_.limits.matches_in_memory && !matches_.contains(*match)) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_BUSY, "too many matches are being watched; try again");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kViewersFullRetry).count()));
    return refuse(session, id, std::move(refused));
  }
  if (!plays && watches_too_many(session.account, *match)) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                  "you watch too many matches at once; close one of them first", "watched");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kViewersFullRetry).count()));
    return refuse(session, id, std::move(refused));
  }
  const std::uint32_t channel = session.next_channel++;
  session.channels.push_back({.number = channel, .match = *match});
  MatchActor& opened = actor(*match);
  opened.open({.session = session.id,
               .account = session.account,
               .command_id = id,
               .channel = channel,
               .have_version = wanted.has_have_version() ? std::optional(wanted.have_version()) : std::nullopt,
               .plays = plays},
              out_);
  arrange(opened);
}

void Hall::close_match(Session& session, const pb::ClientMessage& message) {
  const std::uint32_t number = message.close_match().channel();
  const Session::Channel* open = session.channel(number);
  if (open == nullptr) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  stop_viewing(session, *open);
  drop_channel(session, number);
  pb::ServerMessage reply;
  reply.mutable_done();
  post(session, 0, frame(message.command_id(), reply));
}

void Hall::match_command(Session& session, std::uint32_t channel, const pb::ClientMessage& message, Micros now) {
  const Session::Channel* open = session.channel(channel);
  if (open == nullptr) {
    return refuse(session, message.command_id(),
                  refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  MatchActor& match = actor(open->match);
  match.command(session.id, channel, message, now, out_);
  arrange(match);
}

MatchActor& Hall::actor(const Id& id) {
  auto& match = matches_[id];
  if (match == nullptr) {
    match = std::make_unique<MatchActor>(id, environment_, absences_, started_at_);
    resting_.forget(id);  // from now on it sees to its clock itself
    read(*match);
  }
  return *match;
}

// What was asked for this match before counts no more: its answer may be older than this question.
void Hall::read(MatchActor& match, bool for_clock) {
  const MatchRead wait{.match = match.id(), .read = next_read_++, .for_clock = for_clock};
  match.being_read(wait.read);
  ask(wait, persistence::LoadMatch{.match = match.id()});
}

// A match was read, or could not be.
void Hall::loaded_match(const MatchRead& wait, persistence::Answer& answer) {
  if (wait.for_clock) --clock_reads_;
  const auto match = matches_.find(wait.match);
  // What was read for an earlier question, or an earlier life of the match here, is older than what is known by now.
  if (match == matches_.end() || !match->second->is_read_by(wait.read)) return;
  if (answer.verdict != Verdict::kKept) {
    match->second->being_read(0);  // tick() reads it again
    return arrange(*match->second);
  }
  if (answer.match && match->second->adopt(*std::move(answer.match), out_)) return arrange(*match->second);
  if (!answer.trouble.empty()) spdlog::error("a match cannot be read: {}", answer.trouble);
  match->second->missing(out_);
  schedule_.forget(match->first);
  matches_.erase(match);
}

// The match of a creation that was kept. Who knows its id may have opened it before, since it can be read as soon as it
// is on disk; and where the creation was repeated, the first may have been kept long ago and moves have followed. So a
// match that lives here lives on, and only one that nobody can have touched is taken to be as it was created.
MatchActor* Hall::created(const Lobby::Started& begun) {
  const Id& id = begun.row.id;
  if (const auto known = matches_.find(id); known != matches_.end()) {
    if (known->second->in_doubt()) read(*known->second);  // the read before may have found nothing yet
    return known->second.get();
  }
  if (begun.repeated) return &actor(id);
  auto match = std::make_unique<MatchActor>(id, environment_, absences_, started_at_);
  if (!match->adopt({.row = begun.row, .moves = {}, .end = {}}, out_)) return nullptr;
  return (matches_[id] = std::move(match)).get();
}

// A match has started: everybody who sits in it gets it opened on each of their connections.
void Hall::seat_everybody(const Lobby::Started& begun) {
  const persistence::MatchRow& row = begun.row;
  MatchActor* const match = created(begun);
  if (match == nullptr) return;
  MatchActor& started = *match;
  ++out_.tally.games.at(index_of(*find_game(row.game))).started;
  // One that the dice decided at once never ran.
  if (started.in_doubt() ? !end_at_start(row) : !started.over_from_the_start()) {
    running_.started(row, begun.from, started.over());
  }
  if (!begun.hidden && !started.over()) {
    if (listed_.size() >= kRunningRemembered) listed_.erase(listed_.begin());
    listed_.insert(row.id);
  }
  for (const persistence::SeatRow& seat : row.seats) {
    if (!seat.account) continue;
    for (const std::uint64_t number : sessions_.of(*seat.account)) {
      Session& session = *sessions_.find(number);
      if (session.channel_of(row.id) != nullptr || !has_free_channel(session)) continue;
      const std::uint32_t channel = session.next_channel++;
      session.channels.push_back({.number = channel, .match = row.id});
      started.open({.session = session.id, .account = session.account, .channel = channel, .plays = true}, out_);
    }
  }
  arrange(started);
}

// What there is to watch, for the first page of the tables: fields of Tables.
std::string Hall::running_matches(const pb::ListTables& ask) const {
  if (!ask.after().empty()) return {};
  MessageWriter running;
  std::size_t count = 0;
  pb::MatchSummary summary;  // the same memory for all
  for (auto id = listed_.rbegin(); id != listed_.rend(); ++id) {
    if (count == kRunningListed) break;
    const auto match = matches_.find(*id);
    if (match == matches_.end() || match->second->over() || !match->second->has_viewers()) continue;
    const persistence::MatchRow& row = match->second->row();
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
bool Hall::has_free_channel(Session& session) {
  if (session.channels.size() < environment_.limits.channels_per_connection) return true;
  const auto over = std::ranges::find_if(session.channels, [this](const Session::Channel& channel) {
    const auto match = matches_.find(channel.match);
    return match == matches_.end() || match->second->over();
  });
  if (over == session.channels.end()) return false;
  stop_viewing(session, *over);
  drop_channel(session, over->number);
  return true;
}

// Whether an account watches as many running matches as it may, on all its connections together, and this is none of
// them. They are few: as many as its connections may have open.
bool Hall::watches_too_many(const Id& account, const Id& wanted) const {
  std::vector<Id> watched;
  for (const std::uint64_t number : sessions_.of(account)) {
    for (const Session::Channel& channel : sessions_.all().at(number).channels) {
      if (channel.match == wanted) return false;
      const auto match = matches_.find(channel.match);
      if (match == matches_.end() || match->second->over() || running_.plays(account, channel.match)) continue;
      watched.push_back(channel.match);
    }
  }
  std::ranges::sort(watched);
  const auto again = std::ranges::unique(watched);
  return watched.size() - again.size() >= environment_.limits.watched_per_account;
}

// The channel is gone; what it owed is answered without it.
void Hall::drop_channel(Session& session, std::uint32_t number) {
  const auto gone = std::ranges::find(session.channels, number, &Session::Channel::number);
  if (gone == session.channels.end()) return;
  const std::vector<Answered> owed = std::move(gone->owed);
  session.channels.erase(gone);
  for (const Answered& one : owed) post(session, 0, repeat_frame(one.command_id, number, one.version));
}

// One that is over leaves memory with its last viewer: at once, while its memory is still warm for the next.
void Hall::stop_viewing(const Session& session, const Session::Channel& channel) {
  const auto match = matches_.find(channel.match);
  if (match == matches_.end()) return;
  match->second->close(session.id, channel.number, out_);
  if (match->second->over() && match->second->may_rest(environment_.clock.now())) return rest(*match->second);
  arrange(*match->second);
}

// The first connection of an account has signed in.
void Hall::came(const Id& account) {
  absences_.came(account);
  tell_presence(account);
}

// The last connection of one is gone.
void Hall::went(const Id& account) {
  absences_.went(account, environment_.clock.now());
  tell_presence(account);
  running_.went(account);
}

// Where somebody is there to be told, that is: in matches that are in memory.
void Hall::tell_presence(const Id& account) {
  for (const Id& id : running_.of(account)) {
    const auto match = matches_.find(id);
    if (match == matches_.end()) continue;
    match->second->somebody_came_or_went();
    arrange(*match->second);
  }
}

// After whatever was done to a match: it is looked at when something is to be done next.
void Hall::arrange(const MatchActor& match) {
  if (const Micros next = match.next_time(); next != 0) schedule_.by(match.id(), next);
}

// Only those whose time has come: how many others there are costs nothing.
void Hall::look_at_matches(Micros now) {
  std::vector<Id> due;
  while (const auto id = schedule_.take_due(now)) due.push_back(*id);
  for (const Id& id : due) {
    if (const auto match = matches_.find(id); match != matches_.end()) look_at(*match->second, now);
  }
  // While the store refuses, one at a time finds out whether it still does.
  std::size_t room = kClockReads - std::min(clock_reads_, kClockReads);
  if (store_refuses_) room = now >= store_retry_at_ && clock_reads_ == 0 ? 1 : 0;
  for (; room > 0; --room) {
    const auto id = resting_.take_due(now);
    if (!id) return;
    wake(*id);
  }
}

void Hall::look_at(MatchActor& match, Micros now) {
  match.tick(out_);
  if (match.in_doubt() && !match.is_being_read() && now >= store_retry_at_) read(match);
  if (match.may_rest(now)) return rest(match);
  arrange(match);
}

// It leaves memory. Of one that runs, nothing stays but when its clock runs out.
void Hall::rest(MatchActor& match) {
  const Id id = match.id();
  match.close_channels(out_);
  schedule_.forget(id);
  if (match.over()) listed_.erase(id);
  if (const auto deadline = match.deadline()) resting_.at(id, *deadline);
  matches_.erase(id);
}

// The clock of a match at rest has run out: it is read, and looked at as any other. Nobody is there for it, so that it
// may rest again as soon as that is done.
void Hall::wake(const Id& id) {
  auto& match = matches_[id];
  if (match != nullptr) return;  // an administrator was there before the clocks were read
  match = std::make_unique<MatchActor>(id, environment_, absences_, started_at_);
  match->rest_soon();
  ++clock_reads_;
  ++woken_;
  read(*match, true);
}

}  // namespace wyrmhall::server
