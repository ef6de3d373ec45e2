#include "server/core.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "server/cluster/node.pb.h"
#include "server/core_admin.h"
#include "server/match/job_result.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

constexpr bool is_write(const StoreWait& wait) {
  return std::holds_alternative<TableKept>(wait) || std::holds_alternative<StartKept>(wait) ||
         std::holds_alternative<MoveKept>(wait);
}

Work::Kind kind_of(const JobWait& wait) {
  return std::visit(Overloaded{
                        [](const BotMove& /*wait*/) { return Work::Kind::kBotMove; },
                        [](const OddsOf& /*wait*/) { return Work::Kind::kOdds; },
                        [](const MatchRead& /*wait*/) { return Work::Kind::kOdds; },
                        [](const PasswordOf& /*wait*/) { return Work::Kind::kPassword; },
                        [](const auto& /*report*/) { return Work::Kind::kReport; },
                    },
                    wait);
}

// What a machine has an `answered` for is its own.
auto answers_for(auto& machine, Outbox& out) {
  return [&](const auto& wait, auto& answer)
    requires requires { machine.answered(wait, answer, out); }
  { machine.answered(wait, answer, out); };
}

}  // namespace

Core::Core(const Environment& environment, CoreSettings settings)
    : settings_(std::move(settings)),
      environment_{.clock = environment.clock,
                   .entropy = environment.entropy,
                   .signing_key = environment.signing_key,
                   .limits = settings_.limits},
      started_at_(environment.clock.now()),
      placement_(settings_.incarnation),
      delivery_(environment_, settings_, sessions_, out_.totals, effects_),
      running_(environment_),
      lobby_(environment_, placement_, sessions_, running_),
      absences_(sessions_, started_at_),
      matches_(environment_, placement_, store_, sessions_, running_, absences_, started_at_),
      distant_(environment_, placement_, sessions_, matches_),
      distant_lobby_(environment_, placement_, sessions_),
      channels_(environment_, placement_, sessions_, running_, matches_, distant_),
      watchable_(placement_, matches_),
      attendance_(environment_, placement_, sessions_, running_, absences_, matches_),
      context_{.environment = environment_, .settings = settings_, .store = store_, .sessions = sessions_},
      play_{.lobby = lobby_,
            .distant_lobby = distant_lobby_,
            .running = running_,
            .matches = matches_,
            .channels = channels_,
            .watchable = watchable_,
            .attendance = attendance_},
      machines_(context_, play_),
      session_actor_(context_, play_, machines_),
      nodes_(context_, placement_, play_, distant_, machines_, session_actor_) {
  lobby_.set_nugget_rule(settings_.nuggets);
}

// --- Connections ---

void Core::connected(std::uint64_t number, PeerAddress from) {
  const Timestamp now = environment_.clock.now();
  sessions_.open({.incarnation = settings_.incarnation, .number = number},
                 std::make_shared<const PeerAddress>(std::move(from)),
                 TokenBucket(settings_.limits.commands_per_second, settings_.limits.command_burst, now), now);
}

void Core::received(std::uint64_t number, std::span<const std::uint8_t> bytes) {
  Session* session = sessions_.find(number);
  if (session == nullptr) return;
  session_actor_.received(*session, bytes, out_);
  flush();
}

void Core::sent(std::uint64_t number, std::size_t messages, std::size_t bytes) {
  Session* session = sessions_.find(number);
  if (session == nullptr || !delivery_.sent(*session, messages, bytes)) return;
  channels_.catch_up(*session, out_);
  flush();
}

void Core::disconnected(std::uint64_t number) {
  Session* session = sessions_.find(number);
  if (session == nullptr) return;
  channels_.stop_viewing(*session, out_);
  const AccountId account = session->account;
  const bool was_there = sessions_.is_there(account);
  delivery_.forget(*session);
  if (session->stage >= Session::Stage::kSignedIn) machines_.identity.note_stay(*session, out_);
  nodes_.left(*session, out_);
  sessions_.close(number);
  // Where another server has the lobby, it says who is there.
  if (was_there && placement_.has_lobby() && !sessions_.is_there(account)) {
    lobby_.went(account);
    attendance_.went(account, out_);
  }
  if (sessions_.of(account).empty()) lobby_.blocks().forget(account);
  flush();
}

// --- The store ---

void Core::open() {
  loads_ = 2;
  out_.ask(TablesRead{}, persistence::LoadTables{});
  read_deadlines(DeadlinesRead::When::kAtStart);
  flush();
}

void Core::loaded(const TablesRead& wait, const TablesRead::Answer& answer) {
  if (wait.at_start && !has_loaded(answer, tables_unread_)) return;
  if (!wait.at_start && !answer.kept()) lobby_unread_ = true;  // tick() asks again
  if (!answer.kept() || !lobby_.is_here() || lobby_.was_open()) return;
  lobby_.open();
  for (const persistence::TableRow& row : answer.value) lobby_.restore(row, out_);
}

// Those that are far away are read later: most matches rest for days, and there may be millions.
void Core::read_deadlines(DeadlinesRead::When when) {
  deadlines_until_ = environment_.clock.now() + kDeadlinesAhead;
  out_.ask(DeadlinesRead{.when = when},
           persistence::LoadDeadlines{.until = deadlines_until_, .with_running = when != DeadlinesRead::When::kLater});
}

void Core::loaded(const DeadlinesRead& wait, const DeadlinesRead::Answer& answer) {
  const bool at_start = wait.when == DeadlinesRead::When::kAtStart;
  if (at_start && !has_loaded(answer, deadlines_unread_)) return;
  if (!at_start && !answer.kept()) {  // tick() asks again
    (wait.when == DeadlinesRead::When::kTaken ? taken_unread_ : later_unread_) = true;
  }
  if (at_start) running_.found(answer.value.running);
  const bool recounts = wait.when == DeadlinesRead::When::kTaken && answer.kept();
  if (recounts && placement_.has_lobby()) running_.recount(answer.value.running);
  // Of all that rest, that is all that is known until somebody comes back, or more is read.
  for (const persistence::Deadline& deadline : answer.value.deadlines) matches_.rests(deadline.match, deadline.at);
}

// --- Other servers ---

void Core::place(std::vector<persistence::Incarnation> others, std::vector<persistence::Incarnation> owners,
                 std::optional<persistence::RulesInUse> rules) {
  if (rules) lobby_.play_by(*std::move(rules));
  const NodeTalk::Gained gained = nodes_.place(std::move(others), std::move(owners), out_);
  // Their clocks.
  if (!placement_.has_lobby()) running_.recount(0);
  if (gained.matches || gained.lobby) read_deadlines(DeadlinesRead::When::kTaken);
  if (gained.lobby) out_.ask(TablesRead{.at_start = false}, persistence::LoadTables{});
  flush();
}

void Core::heard_from_node(std::span<const std::uint8_t> frame) {
  nodes_.heard(frame, out_);
  flush();
  for (const node::v1::Administered& act : nodes_.take_administered()) CoreAdmin(*this).repeat(act);
}

bool Core::has_loaded(const persistence::Outcome& outcome, bool& unread) {
  unread = !outcome.kept();  // tick() asks again
  if (!unread && --loads_ == 0) attendance_.expect();
  return !unread;
}

void Core::answered(persistence::Answer& answer) {
  const auto wait = store_.take(answer.ticket);
  if (!wait) return;
  note_store(*wait, answer);
  const Overloaded machines{
      [&](const TablesRead& read, const TablesRead::Answer& tables) { loaded(read, tables); },
      [&](const DeadlinesRead& read, const DeadlinesRead::Answer& deadlines) { loaded(read, deadlines); },
      [&](const TableKept& kept, const TableKept::Answer& table) { lobby_.answered(kept, table, out_); },
      [&](const StartKept& kept, const StartKept::Answer& start) {
        if (const auto begun = lobby_.answered(kept, start, out_)) channels_.started(*begun, out_);
      },
      answers_for(lobby_.heroes(), out_),
      answers_for(lobby_.challenges(), out_),
      answers_for(matches_, out_),
      answers_for(machines_.authentication, out_),
      answers_for(machines_.identity, out_),
      answers_for(machines_.members, out_),
      answers_for(machines_.codes, out_),
      answers_for(machines_.relations, out_),
      answers_for(machines_.reports, out_),
      answers_for(machines_.listings, out_),
      answers_for(machines_.remarks, out_),
      answers_for(machines_.stable, out_),
      answers_for(session_actor_, out_),
  };
  std::visit(
      [&]<class Wait>(const Wait& one) {
        typename Wait::Answer typed(std::move(answer));
        machines(one, typed);
      },
      *wait);
  flush();
}

void Core::note_store(const StoreWait& wait, const persistence::Outcome& outcome) {
  const bool failed = outcome.verdict == Verdict::kUnknown || outcome.verdict == Verdict::kNotOwner;
  if (outcome.verdict == Verdict::kNotOwner) store_.lost();
  if (failed && !store_.refuses()) {
    spdlog::error("the store refuses: {}", outcome.error.empty() ? "another server has taken over" : outcome.error);
    store_.refused(environment_.clock.now());
    delivery_.notify(pb::NOTICE_KIND_NO_STORE, kStoreRetry);
  } else if (!failed && is_write(wait) && store_.refuses()) {
    spdlog::info("the store takes writes again");
    store_.takes_again();
    delivery_.notify(pb::NOTICE_KIND_STORE_BACK);
  }
}

// --- The workers ---

void Core::found(std::uint64_t ticket, JobResult result, Duration processor_time) {
  const auto known = jobs_.find(ticket);
  if (known == jobs_.end()) return;
  const JobWait wait = known->second;
  jobs_.erase(known);
  --working_[std::to_underlying(kind_of(wait))];
  std::visit(Overloaded{
                 [&](const BotMove& move) { matches_.found(move, result, processor_time, out_); },
                 [&](const OddsOf& odds) { Matches::found(odds, result, out_); },
                 [&](const MatchRead& read) { matches_.found(read, result, out_); },
                 [&](const PasswordOf& password) { machines_.members.found(password, result, out_); },
                 [&](const auto& report) { machines_.reports.found(report, result, out_); },
             },
             wait);
  flush();
}

std::size_t Core::most_at_once(Work::Kind kind) const {
  switch (kind) {
    case Work::Kind::kBotMove:
      return settings_.bot_queue;
    case Work::Kind::kPassword:
      return kPasswordQueue;
    case Work::Kind::kReport:
      return std::numeric_limits<std::size_t>::max();  // one at a time is asked for
    case Work::Kind::kOdds:
      break;
  }
  return kWorkQueue;
}

void Core::hand_out(Outbox::Job& job) {
  const Work::Kind kind = kind_of(job.wait);
  if (working(kind) >= most_at_once(kind)) return turned_away(job.wait);
  const std::uint64_t ticket = next_ticket_++;
  jobs_.emplace(ticket, job.wait);
  ++working_[std::to_underlying(kind)];
  effects_.emplace_back(Work{.ticket = ticket,
                             .kind = kind,
                             .address = sessions_.address_of(job.account),
                             .account = job.account,
                             .task = std::move(job.task)});
}

void Core::turned_away(const JobWait& wait) {
  const pb::Refusal busy = refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again");
  std::visit(Overloaded{
                 [&](const BotMove& move) { matches_.turned_away(move); },
                 [&](const OddsOf& odds) { out_.refuse(odds.asker, busy); },
                 [&](const MatchRead& read) { matches_.turned_away(read); },
                 [&](const PasswordOf& password) { machines_.members.turned_away(password, out_); },
                 [](const auto& /*report*/) { /* one at a time: there is room for it */ },
             },
             wait);
}

// --- Time ---

void Core::tick() {
  const Timestamp now = environment_.clock.now();
  if (lobby_.is_open()) {
    lobby_.tick(out_);
  } else if (lobby_.was_open()) {
    lobby_.finish(out_);
  }
  nodes_.tick(out_);
  flush();
  if (now - last_second_ < 1s) return;
  last_second_ = now;
  if (std::exchange(tables_unread_, false)) out_.ask(TablesRead{}, persistence::LoadTables{});
  if (std::exchange(deadlines_unread_, false)) read_deadlines(DeadlinesRead::When::kAtStart);
  if (std::exchange(lobby_unread_, false)) out_.ask(TablesRead{.at_start = false}, persistence::LoadTables{});
  if (std::exchange(taken_unread_, false)) read_deadlines(DeadlinesRead::When::kTaken);
  const bool soon_unknown = now + kDeadlinesAhead / 2 > deadlines_until_;
  if (ready() && (std::exchange(later_unread_, false) || soon_unknown)) read_deadlines(DeadlinesRead::When::kLater);
  matches_.tick(now, out_);
  watchable_.tell(out_);
  machines_.codes.tick(now, out_);
  for (auto& [number, session] : sessions_.all()) {
    const bool early = session.stage < Session::Stage::kSignedIn;
    if (early && now - session.connected_at > time_to_sign_in(session))
      out_.close(session.id, 1008, "sign in within 10 seconds");
    if (session.behind_since == kNever) continue;
    if (session.queued_messages == 0) {
      channels_.catch_up(session, out_);
    } else if (now - session.behind_since > kSlowReaderTime) {
      out_.close(session.id, 1008, "too slow to read");
    }
  }
  flush();
}

// Who was given some work, or waits for a person, has the time for it on top of that, once.
Duration Core::time_to_sign_in(const Session& session) const {
  Duration time = kSignInTime;
  if (session.proof) time += kProofTime;
  if (machines_.members.is_trying(session)) time += kPasswordTime;
  if (session.passkey_task) time += kPasskeyTime;
  if (machines_.codes.waits(session)) time += kSignInCodeTime;
  return time;
}

// --- While it runs ---

void Core::set_limits(const Limits& limits) {
  settings_.limits = limits;
  sessions_.set_rates(limits.commands_per_second, limits.command_burst);
}

void Core::drain() {
  if (draining_) return;
  draining_ = true;
  lobby_.drain();
  machines_.authentication.drain();
  delivery_.notify(pb::NOTICE_KIND_GOING_DOWN);
  flush();
}

CoreCounts Core::counts() const {
  return {.sessions = sessions_.all().size(),
          .unsent_bytes = delivery_.unsent_bytes(),
          .tables = lobby_.size(),
          .tables_looked_at = lobby_.looked_at(),
          .matches = matches_.size(),
          .resting = matches_.resting(),
          .running = running_.in_all(),
          .woken = matches_.woken(),
          .store_waiting = store_.size(),
          .work_waiting = working(Work::Kind::kOdds),
          .reports_waiting = machines_.reports.waiting(),
          .reports_at_work = working(Work::Kind::kReport),
          .bot_moves_waiting = working(Work::Kind::kBotMove),
          .passwords_waiting = working(Work::Kind::kPassword)};
}

bool Core::runs_any_of(std::span<const persistence::Shard> shards) const {
  const bool has_lobby = std::ranges::find(shards, cluster::Placement::lobby_shard()) != shards.end();
  return matches_.has_any_of(shards) || (has_lobby && lobby_.was_open());
}

std::string_view Core::game_of(std::string_view id) const {
  const auto uuid = parse_uuid(id);
  if (!uuid) return {};
  if (const std::string_view game = matches_.game_of(MatchId(*uuid)); !game.empty()) return game;
  const pb::Table* const table = lobby_.table(TableId(*uuid));
  return table == nullptr ? std::string_view() : server::game_of(table->options())->offer().game();
}

// Carries what the machines wrote into the outbox over to the effects. Nothing of what is done here writes to the
// outbox again, but for the refusal of work, which comes before the posts.
void Core::flush() {
  for (const MatchId& match : out_.overs) machines_.reports.ended(match, out_);
  for (auto& request : out_.store_requests) {
    if (store_.refuses() && persistence::is_write(request.request)) store_.refused(environment_.clock.now());
    const std::uint64_t ticket = next_ticket_++;
    store_.add(ticket, request.wait);
    effects_.emplace_back(std::in_place_type<persistence::Submission>, ticket, std::move(request.request));
  }
  if (placement_.has_lobby()) {
    for (const auto& end : out_.ends) running_.ended(end.match, end.accounts);
    for (const AccountId& account : out_.lapses) lobby_.note_lapse(account);
  }
  for (auto& job : out_.jobs) hand_out(job);
  nodes_.send(out_);
  delivery_.deliver(out_);
  out_.clear();
}

}  // namespace wyrmhall::server
