#include "server/hall.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/frames.h"
#include "server/lists.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

constexpr Micros micros(auto duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

// What the hall itself asks the store for, in Route::detail.
enum HallAsks : std::uint64_t { kTables = 1, kDeadlines = 2 };

}  // namespace

Hall::Hall(const Environment& environment, HallSettings settings)
    : settings_(std::move(settings)),
      environment_{.clock = environment.clock,
                   .entropy = environment.entropy,
                   .signing_key = environment.signing_key,
                   .limits = settings_.limits},
      started_at_(environment.clock.now()),
      guests_(settings_.limits),
      lobby_(environment_, sessions_) {
  lobby_.set_nugget_rule(settings_.nuggets);
}

void Hall::open() {
  loads_ = 2;
  load({.to = Route::To::kHall, .session = {}, .detail = kTables});
  load({.to = Route::To::kHall, .session = {}, .detail = kDeadlines});
  flush();
}

void Hall::load(Route route) {
  if (route.detail == kTables) {
    ask(route, persistence::LoadTables{});
  } else {
    ask(route, persistence::LoadDeadlines{});
  }
}

void Hall::connected(std::uint64_t number, PeerAddress from) {
  const Micros now = environment_.clock.now();
  sessions_.open({.incarnation = settings_.incarnation, .number = number},
                 std::make_shared<const PeerAddress>(std::move(from)),
                 TokenBucket(settings_.limits.commands_per_second, settings_.limits.command_burst, now), now);
}

void Hall::disconnected(std::uint64_t number) {
  Session* session = sessions_.find(number);
  if (session == nullptr) return;
  for (const Session::Channel& channel : session->channels) stop_viewing(*session, channel);
  const Id account = session->account;
  const bool was_there = !sessions_.of(account).empty();
  sessions_.close(number);
  if (was_there && sessions_.of(account).empty()) lobby_.went(account);
  flush();
}

void Hall::sent(std::uint64_t number, std::size_t messages, std::size_t bytes) {
  Session* session = sessions_.find(number);
  if (session == nullptr) return;
  session->queued_messages -= std::min(messages, session->queued_messages);
  session->queued_bytes -= std::min(bytes, session->queued_bytes);
  if (session->behind_since == 0 || session->queued_messages != 0) return;
  catch_up(*session);
  flush();
}

// A session that was behind has read everything: now each match that went on without it is shown as it stands, and
// what it asked of the match meanwhile is answered.
void Hall::catch_up(Session& session) {
  session.behind_since = 0;
  for (Session::Channel& channel : session.channels) {
    const auto match = channel.behind ? matches_.find(channel.match) : matches_.end();
    if (match == matches_.end()) continue;
    channel.behind = !match->second->catch_up(session.id, channel.number, out_);
    // A move is on its way to the disk, which is not the reader's fault: tick() tries again.
    if (channel.behind) session.behind_since = environment_.clock.now();
    if (channel.behind) continue;
    for (const Answered& owed : std::exchange(channel.owed, {})) {
      out_.update(session.id, channel.number, repeat_frame(owed.command_id, channel.number, owed.version), owed);
    }
  }
}

// --- The store and the workers ---

void Hall::ask(const Route& route, persistence::Request&& request) {
  if (persistence::is_write(request) && store_refuses_)
    store_retry_at_ = environment_.clock.now() + micros(kStoreRetry);
  const std::uint64_t ticket = next_ticket_++;
  asked_.emplace(ticket, route);
  effects_.emplace_back(std::in_place_type<persistence::Submission>, ticket, std::move(request));
}

void Hall::answered(persistence::Answer& answer) {
  const auto found = asked_.find(answer.ticket);
  if (found == asked_.end()) return;
  const Route route = found->second;
  asked_.erase(found);

  const bool failed = answer.verdict == Verdict::kUnknown || answer.verdict == Verdict::kNotOwner;
  if (failed && !store_refuses_) {
    spdlog::error("the store refuses: {}", answer.trouble.empty() ? "another server has taken over" : answer.trouble);
    store_refuses_ = true;
    store_retry_at_ = environment_.clock.now() + micros(kStoreRetry);
    notify(pb::NOTICE_KIND_NO_STORE, static_cast<std::uint32_t>(std::chrono::milliseconds(kStoreRetry).count()));
  }
  const bool write = route.to == Route::To::kTable || (route.to == Route::To::kMatch && route.detail == 0);
  if (!failed && write && store_refuses_) {
    spdlog::info("the store takes writes again");
    store_refuses_ = false;
    notify(pb::NOTICE_KIND_STORE_BACK);
  }

  switch (route.to) {
    case Route::To::kHall:
      loaded(route, answer);
      break;
    case Route::To::kSession:
      account_answered(route, answer);
      break;
    case Route::To::kTable:
      if (const auto started = lobby_.answered(route.id, answer, out_)) seat_everybody(*started);
      break;
    case Route::To::kMatch:
      if (route.detail != 0) {
        loaded(route, answer);
      } else if (const auto match = matches_.find(route.id); match != matches_.end()) {
        match->second->answered(answer, out_);
      }
      break;
  }
  flush();
}

// What was asked for by LoadMatch, LoadTables and LoadDeadlines.
void Hall::loaded(const Route& route, persistence::Answer& answer) {
  if (route.to == Route::To::kHall) {
    if (answer.verdict != Verdict::kKept) return unread_.push_back(route);  // tick() asks again
    --loads_;
    for (const persistence::TableRow& row : answer.tables) lobby_.restore(row, out_);
    for (const persistence::Deadline& deadline : answer.deadlines) actor(deadline.match);  // its clock runs on
    return;
  }
  const auto match = matches_.find(route.id);
  // What was read for an earlier question, or an earlier life of the match here, is older than what is known by now.
  if (match == matches_.end() || !match->second->is_read_by(answer.ticket)) return;
  if (answer.verdict != Verdict::kKept) return match->second->being_read(0);  // tick() reads it again
  if (answer.match && match->second->adopt(*std::move(answer.match), out_)) return;
  match->second->missing(out_);
  matches_.erase(match);
}

void Hall::found(std::uint64_t ticket, Finding finding) {
  const auto known = working_.find(ticket);
  if (known == working_.end()) return;
  const Route route = known->second;
  working_.erase(known);
  if (route.to == Route::To::kMatch) {
    --thoughts_;
    const auto match = matches_.find(route.id);
    if (match == matches_.end()) return;
    if (store_refuses_ && environment_.clock.now() < store_retry_at_) {
      match->second->put_off(route.seat);
    } else {
      match->second->thought(route.detail, route.seat, std::get<0>(finding), out_);
    }
  } else if (Session* session = sessions_.find(route.session.number); session != nullptr) {
    pb::ServerMessage reply;
    if (auto* odds = std::get_if<std::optional<pb::Odds>>(&finding)) {
      if (!*odds) {
        refuse(*session, route.command_id,
               refusal(pb::REFUSAL_CODE_TOO_MANY_OUTCOMES, "this action has too many outcomes to list them all"));
        return flush();
      }
      *reply.mutable_odds() = *std::move(*odds);
    } else if (auto* luck = std::get_if<std::optional<pb::Luck>>(&finding)) {
      if (!*luck) {
        refuse(*session, route.command_id,
               refusal(pb::REFUSAL_CODE_INTERNAL, "the luck of this match cannot be worked out"));
        return flush();
      }
      *reply.mutable_luck() = *std::move(*luck);
    } else if (auto* receipt = std::get_if<std::optional<pb::Receipt>>(&finding)) {
      if (!*receipt) {
        refuse(*session, route.command_id,
               refusal(pb::REFUSAL_CODE_INTERNAL, "the receipt of this match cannot be made"));
        return flush();
      }
      *reply.mutable_receipt() = *std::move(*receipt);
    } else if (const auto* record = std::get_if<std::optional<std::string>>(&finding)) {
      if (!*record || route.detail > (*record)->size()) {
        refuse(*session, route.command_id,
               *record ? refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the record is shorter than that", "offset")
                       : refusal(pb::REFUSAL_CODE_INTERNAL, "the record of this match cannot be made"));
        return flush();
      }
      reply.mutable_record()->set_offset(route.detail);
      reply.mutable_record()->set_total((*record)->size());
      reply.mutable_record()->set_data((*record)->substr(route.detail, kRecordPartBytes));
    }
    post(*session, 0, frame(route.command_id, reply));
  }
  flush();
}

// --- Matches ---

MatchActor& Hall::actor(const Id& id) {
  auto& match = matches_[id];
  if (match == nullptr) {
    match = std::make_unique<MatchActor>(id, environment_, started_at_);
    read(*match);
  }
  return *match;
}

// What was asked for this match before counts no more: its answer may be older than this question.
void Hall::read(MatchActor& match) {
  match.being_read(next_ticket_);
  ask({.to = Route::To::kMatch, .id = match.id(), .session = {}, .detail = 1},
      persistence::LoadMatch{.match = match.id()});
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
  auto match = std::make_unique<MatchActor>(id, environment_, started_at_);
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
      started.open(session.id, session.account, 0, channel, std::nullopt, out_);
    }
  }
}

// What there is to watch, for the first page of the tables.
google::protobuf::RepeatedPtrField<pb::MatchSummary> Hall::running_matches(const pb::ListTables& ask) const {
  google::protobuf::RepeatedPtrField<pb::MatchSummary> running;
  if (!ask.after().empty()) return running;
  for (auto id = listed_.rbegin(); id != listed_.rend(); ++id) {
    if (static_cast<std::size_t>(running.size()) == kRunningListed) break;
    const auto match = matches_.find(*id);
    if (match == matches_.end() || match->second->over() || !match->second->has_viewers()) continue;
    const persistence::MatchRow& row = match->second->row();
    if (!ask.game().empty() && ask.game() != row.game) continue;
    write_summary({.id = row.id, .game = row.game, .seats = row.seats, .started_at = row.started_at, .end = {}},
                  *running.Add());
  }
  return running;
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
  if (match->second->over() && match->second->may_rest(environment_.clock.now())) {
    listed_.erase(match->first);
    matches_.erase(match);
  }
}

void Hall::rest_matches(Micros now) {
  erase_if(matches_, [&](const auto& entry) {
    // One with a clock stays, so that the clock can run out.
    const bool rests = entry.second->may_rest(now) && !entry.second->deadline();
    if (rests) entry.second->close_channels(out_);
    if (rests && entry.second->over()) listed_.erase(entry.first);
    return rests;
  });
}

// --- Time ---

void Hall::tick() {
  const Micros now = environment_.clock.now();
  lobby_.tick(out_);
  flush();
  if (now - last_second_ < 1'000'000) return;
  last_second_ = now;
  for (const Route& route : std::exchange(unread_, {})) load(route);
  for (auto& [id, match] : matches_) {
    match->tick(out_);
    if (match->in_doubt() && !match->is_being_read() && now >= store_retry_at_) read(*match);
  }
  rest_matches(now);
  for (auto& [number, session] : sessions_.all()) {
    // Who was given some work has the time for it on top of that, once.
    const Micros time = micros(kSignInTime) + (session.proof ? micros(kProofTime) : 0);
    const bool late = session.stage < Session::Stage::kSignedIn && now - session.connected_at > time;
    if (late) close(session, 1008, "sign in within 10 seconds");
    if (session.behind_since == 0) continue;
    if (session.queued_messages == 0) {
      catch_up(session);
    } else if (now - session.behind_since > micros(kSlowReaderTime)) {
      close(session, 1008, "too slow to read");
    }
  }
  flush();
}

void Hall::set_limits(const Limits& limits) {
  settings_.limits = limits;
  for (auto& [number, session] : sessions_.all()) session.bucket.set(limits.commands_per_second, limits.command_burst);
}

void Hall::drain() {
  if (draining_) return;
  draining_ = true;
  lobby_.drain();
  notify(pb::NOTICE_KIND_GOING_DOWN);
  flush();
}

HallCounts Hall::counts() const {
  return {.sessions = sessions_.all().size(),
          .tables = lobby_.size(),
          .tables_looked_at = lobby_.looked_at(),
          .matches = matches_.size(),
          .store_waiting = asked_.size(),
          .work_waiting = working_.size() - thoughts_,
          .thoughts_waiting = thoughts_};
}

// Carries what the machines wrote into the outbox over to the effects. Telling may lead to more, so until it is empty.
// Nothing of what is done here writes to the outbox again, but for the refusal of work, which comes before the posts.
void Hall::flush() {
  for (auto& asking : out_.askings) ask(asking.route, std::move(asking.request));
  for (auto& working : out_.workings) {
    const bool thought = working.route.to == Route::To::kMatch;
    if (thought && thoughts_ >= settings_.thought_queue) {
      if (const auto match = matches_.find(working.route.id); match != matches_.end()) {
        match->second->put_off(working.route.seat);
      }
      continue;
    }
    if (!thought && working_.size() - thoughts_ >= kWorkQueue) {
      out_.refuse(working.route.session, working.route.command_id,
                  refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again"));
      continue;
    }
    const std::uint64_t ticket = next_ticket_++;
    working_.emplace(ticket, working.route);
    thoughts_ += thought ? 1 : 0;
    effects_.emplace_back(Work{.ticket = ticket, .thought = thought, .task = std::move(working.task)});
  }
  for (const auto& told : out_.refusals_told) {
    if (const Session* session = sessions_.find(told.to.number)) tell_refusal(*session, told.code, told.field);
  }
  for (auto& posted : out_.posts) {
    if (Session* session = sessions_.find(posted.to.number)) {
      post(*session, posted.channel, std::move(posted.frame), posted.answers);
    }
  }
  for (const auto& telling : out_.tellings) {
    for (const std::uint64_t number : sessions_.of(telling.account)) {
      if (number != telling.except.number) post(*sessions_.find(number), 0, telling.frame);
    }
  }
  for (const auto& end : out_.channel_ends) {
    if (Session* session = sessions_.find(end.session.number)) drop_channel(*session, end.channel);
  }
  out_.clear();
}

}  // namespace wyrmhall::server
