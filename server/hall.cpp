#include "server/hall.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/frames.h"
#include "server/lists.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

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
      absences_(sessions_, started_at_),
      running_(environment_),
      guests_(settings_.limits),
      lobby_(environment_, sessions_, running_),
      exports_(kRecordBytes) {
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
  unsent_.forget(*session);
  if (session->stage >= Session::Stage::kSignedIn) note_stay(*session);
  sessions_.close(number);
  if (was_there && sessions_.of(account).empty()) {
    lobby_.went(account);
    went(account);
  }
  flush();
}

void Hall::sent(std::uint64_t number, std::size_t messages, std::size_t bytes) {
  Session* session = sessions_.find(number);
  if (session == nullptr) return;
  unsent_.remove(*session, messages, bytes);
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
    store_retry_at_ = environment_.clock.now() + in_micros(kStoreRetry);
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
    store_retry_at_ = environment_.clock.now() + in_micros(kStoreRetry);
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
        loaded_match(route, answer);
      } else if (const auto match = matches_.find(route.id); match != matches_.end()) {
        match->second->answered(answer, out_);
        arrange(*match->second);
      }
      break;
    case Route::To::kRecord:
      make_record(route, answer);
      break;
  }
  flush();
}

// What was asked for by LoadTables and LoadDeadlines.
void Hall::loaded(const Route& route, persistence::Answer& answer) {
  if (answer.verdict != Verdict::kKept) return unread_.push_back(route);  // tick() asks again
  if (--loads_ == 0) absences_.doors_open(environment_.clock.now());
  for (const persistence::TableRow& row : answer.lists().tables) lobby_.restore(row, out_);
  if (route.detail != kDeadlines) return;
  running_.found(answer.number);
  // Of all that rest, that is all that is known until somebody comes back or a clock runs out.
  for (const persistence::Deadline& deadline : answer.lists().deadlines) resting_.at(deadline.match, deadline.at);
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
    arrange(*match->second);
    return flush();
  }
  if (!std::holds_alternative<std::optional<pb::Odds>>(finding)) {
    --reports_;
    reported(route);
  }
  if (route.to == Route::To::kRecord) {
    record_made(route.id, std::get<std::optional<std::string>>(finding));
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
    }
    post(*session, 0, frame(route.command_id, reply));
  }
  flush();
}

// --- Time ---

void Hall::tick() {
  const Micros now = environment_.clock.now();
  lobby_.tick(out_);
  flush();
  if (now - last_second_ < 1'000'000) return;
  last_second_ = now;
  for (const Route& route : std::exchange(unread_, {})) load(route);
  look_at_matches(now);
  for (auto& [number, session] : sessions_.all()) {
    // Who was given some work has the time for it on top of that, once.
    const Micros time = in_micros(kSignInTime) + (session.proof ? in_micros(kProofTime) : 0);
    const bool late = session.stage < Session::Stage::kSignedIn && now - session.connected_at > time;
    if (late) close(session, 1008, "sign in within 10 seconds");
    if (session.behind_since == 0) continue;
    if (session.queued_messages == 0) {
      catch_up(session);
    } else if (now - session.behind_since > in_micros(kSlowReaderTime)) {
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
          .unsent_bytes = unsent_.bytes(),
          .tables = lobby_.size(),
          .tables_looked_at = lobby_.looked_at(),
          .matches = matches_.size(),
          .resting = resting_.size(),
          .running = running_.in_all(),
          .woken = woken_,
          .store_waiting = asked_.size(),
          .work_waiting = working_.size() - thoughts_ - reports_,
          .reports_waiting = reports_,
          .thoughts_waiting = thoughts_};
}

// Carries what the machines wrote into the outbox over to the effects. Telling may lead to more, so until it is empty.
// Nothing of what is done here writes to the outbox again, but for the refusal of work, which comes before the posts.
void Hall::flush() {
  for (auto& asking : out_.askings) ask(asking.route, std::move(asking.request));
  for (const auto& end : out_.ends) running_.ended(end.match, end.accounts);
  for (auto& working : out_.workings) {
    const bool thought = working.route.to == Route::To::kMatch;
    if (thought && thoughts_ >= settings_.thought_queue) {
      if (const auto match = matches_.find(working.route.id); match != matches_.end()) {
        match->second->put_off(working.route.seat);
        arrange(*match->second);
      }
      continue;
    }
    const std::size_t odds = working_.size() - thoughts_ - reports_;
    if (working.report ? reports_ >= kRecordQueue : !thought && odds >= kWorkQueue) {
      pb::Refusal refused = refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again");
      if (working.route.to == Route::To::kRecord) {
        refuse_exports(working.route.id, refused);
      } else {
        reported(working.route);
        out_.refuse(working.route.session, working.route.command_id, std::move(refused));
      }
      continue;
    }
    const std::uint64_t ticket = next_ticket_++;
    working_.emplace(ticket, working.route);
    thoughts_ += thought ? 1 : 0;
    reports_ += working.report ? 1 : 0;
    effects_.emplace_back(
        Work{.ticket = ticket, .thought = thought, .report = working.report, .task = std::move(working.task)});
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
