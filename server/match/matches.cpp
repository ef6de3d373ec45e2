#include "server/match/matches.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/core/prefetch.h"
#include "server/games/ending.h"
#include "server/match/job_result.h"
#include "server/match/lists.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

using persistence::Verdict;

// --- In memory and out of it ---

MatchActor* Matches::find(const MatchId& id) const {
  const auto found = matches_.find(id);
  return found == matches_.end() ? nullptr : found->second.get();
}

std::unique_ptr<MatchActor> Matches::make(const MatchId& id) {
  return std::make_unique<MatchActor>(id, environment_, absences_, thinking_, mine_since_[persistence::shard_of(id)]);
}

MatchActor& Matches::actor(const MatchId& id, Outbox& out) {
  auto& match = matches_[id];
  if (match == nullptr) {
    match = make(id);
    resting_.forget(id);  // from now on it sees to its clock itself
    read(*match, out);
  }
  return *match;
}

// What was asked for this match before no longer counts: its answer may be older than this question.
void Matches::read(MatchActor& match, Outbox& out, bool for_clock) {
  const MatchRead wait{.match = match.id(), .read = next_read_++, .for_clock = for_clock};
  match.being_read(wait.read);
  out.ask(wait, persistence::LoadMatch{.match = match.id()});
}

// A match was read, or could not be.
void Matches::answered(const MatchRead& wait, MatchRead::Answer& answer, Outbox& out) {
  if (wait.for_clock) --clock_reads_;
  const auto match = matches_.find(wait.match);
  // What was read for an earlier question, or while the match was in memory before, is older than what is known by now.
  if (match == matches_.end() || !match->second->is_read_by(wait.read)) return;
  if (!answer.kept()) {
    match->second->being_read(0);  // tick() reads it again
    return arrange(*match->second);
  }
  if (!answer.error.empty()) spdlog::error("a match cannot be read: {}", answer.error);
  if (!answer.value) return adopt(wait, nullptr, out);
  if (answer.value->moves.size() <= kMovesFoldedAtOnce) return adopt(wait, play_through(*std::move(answer.value)), out);
  out.work(
      wait, [stored = *std::move(answer.value)]() mutable -> JobResult { return play_through(std::move(stored)); },
      match->second->queue().first_account());
}

void Matches::found(const MatchRead& wait, JobResult& result, Outbox& out) {
  adopt(wait, std::move(std::get<std::unique_ptr<PlayedThrough>>(result)), out);
}

void Matches::turned_away(const MatchRead& wait) {
  const auto match = matches_.find(wait.match);
  if (match == matches_.end() || !match->second->is_read_by(wait.read)) return;
  match->second->being_read(0);  // tick() reads it again
  arrange(*match->second);
}

void Matches::adopt(const MatchRead& wait, std::unique_ptr<PlayedThrough> played, Outbox& out) {
  const auto match = matches_.find(wait.match);
  if (match == matches_.end() || !match->second->is_read_by(wait.read)) return;
  if (played != nullptr) {
    match->second->adopt(std::move(played), out);
    ask_who_is_there(placement_, *match->second, out);
    return arrange(*match->second);
  }
  match->second->missing(out);
  schedule_.forget(match->first);
  matches_.erase(match);
}

void Matches::answered(const MoveKept& wait, const MoveKept::Answer& answer, Outbox& out) {
  const auto match = matches_.find(wait.match);
  if (match == matches_.end()) return;
  match->second->answered(answer, out);
  arrange(*match->second);
}

void Matches::found(const BotMove& wait, const JobResult& result, Duration processor_time, Outbox& out) {
  thinking_.took(wait.account, processor_time, environment_.clock.now());
  const auto match = matches_.find(wait.match);
  if (match == matches_.end()) return;
  if (store_.refuses() && !store_.may_retry(environment_.clock.now())) {
    match->second->put_off(wait.seat);
  } else {
    match->second->bot_moved(wait.version, wait.seat, std::get<std::optional<pb::GameAction>>(result), out);
  }
  arrange(*match->second);
}

void Matches::turned_away(const BotMove& wait) {
  const auto match = matches_.find(wait.match);
  if (match == matches_.end()) return;
  match->second->put_off(wait.seat);
  arrange(*match->second);
}

void Matches::found(const OddsOf& wait, JobResult& result, Outbox& out) {
  auto& odds = std::get<std::optional<pb::Odds>>(result);
  if (!odds) {
    return out.refuse(
        wait.asker, refusal(pb::REFUSAL_CODE_TOO_MANY_OUTCOMES, "this action has too many outcomes to list them all"));
  }
  pb::ServerMessage reply;
  *reply.mutable_odds() = *std::move(odds);
  out.answer(wait.asker, reply);
}

// The match of a creation that was kept. A client that knows its id may have opened it before, since it can be read as
// soon as it is on disk; and if the creation was repeated, the first may have been kept long ago and moves have
// followed; or another server has run it since it was asked for. So a match that is in memory stays as it is, and only
// one that nobody can have touched is taken to be as it was created.
MatchActor* Matches::created(const StartedMatch& begun, Outbox& out) {
  const MatchId& id = begun.row.id;
  if (const auto known = matches_.find(id); known != matches_.end()) {
    if (!known->second->log().is_known()) read(*known->second, out);  // the read before may have found nothing yet
    return known->second.get();
  }
  if (taken_at_[persistence::shard_of(id)] >= begun.row.started_at) return &actor(id, out);
  if (begun.repeated) return &actor(id, out);
  auto match = make(id);
  auto started = play_through({.row = begun.row, .moves = {}, .end = {}});
  if (started == nullptr) return nullptr;
  match->adopt(std::move(started), out);
  ask_who_is_there(placement_, *match, out);
  return (matches_[id] = std::move(match)).get();
}

MatchActor* Matches::started(const StartedMatch& begun, Outbox& out) {
  const persistence::MatchRow& row = begun.row;
  MatchActor* const match = created(begun, out);
  if (match == nullptr) return nullptr;
  MatchActor& fresh = *match;
  ++out.totals.games.at(index_of(*find_game(row.game))).started;
  // One that the dice decided at once never ran.
  if (!fresh.log().is_known() ? !end_at_start(row) : !fresh.log().over_from_the_start()) {
    running_.started(row, begun.from, fresh.log().over());
  }
  if (fresh.log().over_from_the_start()) out.overs.push_back(row.id);
  if (!begun.hidden && !fresh.log().over()) list(row.id);
  return match;
}

// Its owner reads it.
void Matches::started_elsewhere(const StartedMatch& begun, Outbox& out) {
  ++out.totals.games.at(index_of(*find_game(begun.row.game))).started;
  if (!end_at_start(begun.row)) running_.started(begun.row, begun.from, false);
}

void Matches::list(const MatchId& match) {
  if (listed_.size() >= kRunningRemembered) listed_.erase(listed_.begin());
  listed_.insert(match);
}

void Matches::rests(const MatchId& match, Timestamp deadline) {
  if (placement_.owns(match) && !matches_.contains(match)) resting_.at(match, deadline);
}

// --- Other servers of the store ---

void Matches::took(std::span<const persistence::Shard> shards, bool from_nobody) {
  const Timestamp now = environment_.clock.now();
  for (const persistence::Shard shard : shards) {
    taken_at_[shard] = now;
    mine_since_[shard] = from_nobody ? now : kNever;
  }
}

void Matches::leave() {
  leaving_ = false;
  for (auto one = matches_.begin(); one != matches_.end();) {
    const auto& [id, match] = *one;
    const bool stays = placement_.owns(id);
    if (stays || !match->can_be_left()) {
      leaving_ = leaving_ || !stays;
      ++one;
      continue;
    }
    for (const Viewing& viewer : match->viewers()) {
      if (viewer.session.incarnation != placement_.self()) continue;  // its own server sees to it
      left_behind_.push_back({.session = viewer.session,
                              .channel = viewer.channel,
                              .match = id,
                              .account = viewer.account,
                              .plays = viewer.seat != rules::kNoSeat});
    }
    schedule_.forget(id);
    listed_.erase(id);
    matches_.erase(one++);
  }
}

bool Matches::has_any_of(std::span<const persistence::Shard> shards) const {
  return std::ranges::any_of(matches_, [&](const auto& entry) {
    return std::ranges::find(shards, persistence::shard_of(entry.first)) != shards.end();
  });
}

// --- Each at its time ---

void Matches::arrange(const MatchActor& match) {
  if (const Timestamp next = match.next_time(); next != kNever) schedule_.by(match.id(), next);
}

// Only those whose time has come: the others cost nothing, however many there are.
void Matches::tick(Timestamp now, Outbox& out) {
  std::vector<MatchId> due;
  while (const auto id = schedule_.take_due(now)) due.push_back(*id);
  for (const MatchId& id : due) {
    if (const auto match = matches_.find(id); match != matches_.end()) look_at(*match->second, now, out);
  }
  // While the store refuses, one at a time finds out whether it still does.
  std::size_t room = kClockReads - std::min(clock_reads_, kClockReads);
  if (store_.refuses()) room = store_.may_retry(now) && clock_reads_ == 0 ? 1 : 0;
  for (; room > 0; --room) {
    const auto id = resting_.take_due(now);
    if (!id) return;
    wake(*id, out);
  }
}

void Matches::look_at(MatchActor& match, Timestamp now, Outbox& out) {
  match.tick(out);
  if (!match.log().is_known() && !match.is_being_read() && store_.may_retry(now)) read(match, out);
  if (match.can_unload(now)) return rest(match, out);
  arrange(match);
}

void Matches::rest(MatchActor& match, Outbox& out) {
  const MatchId id = match.id();
  match.close_channels(out);
  schedule_.forget(id);
  if (match.log().over()) listed_.erase(id);
  if (const auto deadline = match.log().deadline()) resting_.at(id, *deadline);
  matches_.erase(id);
}

// The clock of a match at rest has run out: the match is read, and looked at like any other. Nobody is there for it, so
// it may rest again as soon as that is done.
void Matches::wake(const MatchId& id, Outbox& out) {
  if (!placement_.owns(id)) return;  // whoever does has its clock too
  auto& match = matches_[id];
  if (match != nullptr) return;  // an administrator was there before the clocks were read
  match = make(id);
  match->rest_soon();
  ++clock_reads_;
  ++woken_;
  read(*match, out, true);
}

// --- Administration ---

std::string_view Matches::game_of(const MatchId& match) const {
  const auto found = matches_.find(match);
  if (found == matches_.end() || !found->second->log().is_known()) return {};
  return all_games()[found->second->log().game_index()]->offer().game();
}

std::size_t Matches::playing() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      matches_, [](const auto& entry) { return !entry.second->log().over() && !entry.second->viewers().empty(); }));
}

// --- Ahead of its use ---

void Matches::prefetch(std::span<const std::uint64_t> sessions) const {
  Prefetched<Session> talking;
  for (const std::uint64_t number : sessions) {
    if (const Session* session = sessions_.find(number)) talking.add(*session);
  }
  for (const Session* session : talking) {
    if (!session->channels.empty()) prefetch_object(session->channels.front());
  }
  Prefetched<MatchActor> matches;
  for (const Session* session : talking) {
    if (session->channels.empty()) continue;
    const auto match = matches_.find(session->channels.front().match);
    if (match != matches_.end()) matches.add(*match->second);
  }
  for (const MatchActor* match : matches) match->prefetch_parts();
}

void Matches::prefetch(std::span<const persistence::Answer> answers) const {
  Prefetched<MatchActor> matches;
  for (const persistence::Answer& answer : answers) {
    const StoreWait* const wait = store_.find(answer.ticket);
    const auto* const move = std::get_if<MoveKept>(wait);
    const auto* const read = std::get_if<MatchRead>(wait);
    if (move == nullptr && read == nullptr) continue;
    const auto match = matches_.find(move != nullptr ? move->match : read->match);
    if (match != matches_.end()) matches.add(*match->second);
  }
  for (const MatchActor* match : matches) match->prefetch_parts();
  Prefetched<Session> told;
  for (const MatchActor* match : matches) {
    for (const Viewing& viewer : match->viewers()) {
      if (const Session* session = sessions_.here(viewer.session)) told.add(*session);
    }
  }
  for (const Session* session : told) {
    if (!session->channels.empty()) prefetch_object(session->channels.front());
  }
}

}  // namespace wyrmhall::server
