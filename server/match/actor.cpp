#include "server/match/actor.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "common/bytes.h"
#include "server/core/prefetch.h"
#include "server/games/stored.h"
#include "server/match/updates.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Move;
using persistence::MoveKind;

namespace {

void note_end(const MatchLog& log, Outbox& out) {
  Outbox::End end{.match = log.id(), .accounts = {}};
  for (const persistence::SeatRow& seat : log.row().seats) {
    if (seat.account) end.accounts.push_back(*seat.account);
  }
  out.ends.push_back(std::move(end));
  out.overs.push_back(log.id());
}

// Who leaves other people sitting in a match is brought together with nobody for a while; over days that happens.
void note_lapse(const MatchLog& log, Outbox& out) {
  const Move& move = log.moves().back();
  const bool out_of_time = move.kind == MoveKind::kTimedOut && move.action.empty();
  const bool over_days = std::chrono::seconds(log.row().turn_seconds) >= kTurnOverDays;
  if ((!out_of_time && move.kind != MoveKind::kAbsent) || over_days) return;
  const auto& account = log.row().seats[move.seat].account;
  const bool kept_waiting = std::ranges::any_of(
      log.row().seats, [&](const persistence::SeatRow& seat) { return seat.account && seat.account != account; });
  if (account && kept_waiting) out.lapses.push_back(*account);
}

// The move that was just kept.
void count_move(const MatchLog& log, const MoveAsker& asker, Timestamp now, Totals& totals) {
  GameTotals& game = totals.games[log.game_index()];
  ++game.turns[static_cast<std::size_t>(log.moves().back().kind)];
  if (asker.received_at != kNever) {
    totals.turn_time.count(static_cast<std::uint64_t>((now - asker.received_at).count()));
  }
  if (const auto ending = log.over() ? log.game().ending() : std::nullopt)
    ++game.ended[static_cast<std::size_t>(ending->reason)];
}

}  // namespace

MatchActor::MatchActor(const MatchId& id, const Environment& environment, const Absences& absences,
                       ThinkingBudget& budget, Timestamp server_started_at)
    : environment_(environment), absences_(absences), budget_(budget), server_started_at_(server_started_at), log_(id) {
  idle_since_ = environment.clock.now();
}

// --- Coming and going ---

void MatchActor::adopt(std::unique_ptr<PlayedThrough> played, Outbox& out) {
  read_by_ = 0;
  log_.adopt(std::move(*played));
  if (const auto ending = log_.game().ending(); ending && log_.moves().empty() && !log_.over()) {
    log_.end_without_moves();
    ++out.totals.games[log_.game_index()].ended[static_cast<std::size_t>(ending->reason)];
  }
  if (log_.over() && doubted_ != nullptr && doubted_->ends) note_end(log_, out);
  settle_doubt(out);
  // The time while the server was down is charged to nobody. The time since it is back counts, however late the match
  // is read.
  if (log_.row().turn_seconds > 0 && !log_.over() && log_.last_at() < server_started_at_) {
    commit({.kind = MoveKind::kResumed, .at = server_started_at_, .action = {}, .link = {}}, nullptr, {}, out);
    return;
  }
  after_change(out);
}

void MatchActor::missing(Outbox& out) {
  queue_.drop_if([&](const MatchCommand& queued) {
    if (queued.command_id != 0) {
      out.refuse(queued.session, queued.command_id,
                 refusal(pb::REFUSAL_CODE_MATCH_UNKNOWN, "there is no such match", "match_id"));
    }
    if (queued.channel != 0) out.channel_ends.push_back({queued.session, queued.channel, queued.number});
    return true;
  });
}

void MatchActor::open(const Opening& opening, Outbox& out) {
  const auto& [session, account, command_id, channel, have_version, known_to_play, number] = opening;
  const auto refuse_open = [&](pb::Refusal refused) {
    if (opening.command_id != 0) out.refuse(opening.session, opening.command_id, std::move(refused));
    out.channel_ends.push_back({opening.session, opening.channel, opening.number});
  };
  const rules::Seat seat = log_.seat_of(account);
  if (is_busy()) {
    // What is told is durable, so a viewer who comes while a move is on its way waits for it.
    const bool put = queue_.put({.session = session,
                                 .channel = channel,
                                 .plays = known_to_play || seat != rules::kNoSeat,
                                 .opens = true,
                                 .number = number,
                                 .command_id = command_id,
                                 .account = account,
                                 .have_version = have_version,
                                 .command = {},
                                 .received_at = kNever});
    if (!put) refuse_open(refusal(pb::REFUSAL_CODE_BUSY, "the match is busy; try again"));
    return;
  }
  if (seat == rules::kNoSeat && !viewers_.has_room_for(account, environment_.limits.viewers_per_match)) {
    return refuse_open(again_after(
        refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "too many people are watching this match; try again", "viewers"),
        kViewersFullRetry));
  }
  tell_absences(out);
  const Viewing& viewer = viewers_.add({.session = session,
                                        .channel = channel,
                                        .seat = seat,
                                        .shown = log_.version(),
                                        .account = account,
                                        .number = number});
  if (log_.over()) idle_since_ = environment_.clock.now();
  UpdateWriter(log_).tell_opened(viewer, command_id, have_version, out);
  notices_.tell_opened(viewer, environment_.clock.now(), out);
  ask_bots(out);
}

void MatchActor::close(SessionId session, std::uint32_t channel, Queued queued, Outbox& out) {
  viewers_.remove(session, channel);
  queue_.drop_if([&](const MatchCommand& l) {
    if (l.session != session || l.channel != channel) return false;
    if (l.command_id != 0 && queued == Queued::kRefused) {
      out.refuse(
          session, l.command_id,
          refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "this channel was closed before the match came to it", "channel"));
    }
    return true;
  });
  if (viewers_.empty()) idle_since_ = environment_.clock.now();
}

bool MatchActor::can_unload(Timestamp now) const {
  const Timestamp at = rest_at();
  return at != kNever && now >= at;
}

Timestamp MatchActor::rest_at() const {
  if (!queue_.empty() || is_busy()) return kNever;
  const auto after = [this](auto time) { return idle_since_ + time + 1us; };
  if (log_.over()) return viewers_.empty() ? kAtOnce : after(kOverAfter);
  // While a bot thinks no clock runs, but one does once it has moved.
  if (!viewers_.empty() || !thoughts_.none()) return kNever;
  return after(kUnloadAfter);
}

Timestamp MatchActor::next_time() const {
  if (!log_.is_known()) return is_being_read() ? kNever : kAtOnce;
  if (pending_) return kNever;
  Timestamp next = thoughts_.is_put_off() ? kAtOnce : rest_at();
  if (notices_.due() != kNever && (next == kNever || notices_.due() < next)) next = notices_.due();
  if (const auto due = log_.deadline(); due && (next == kNever || *due < next)) next = std::max(*due, kAtOnce);
  return next;
}

void MatchActor::close_channels(Outbox& out) const {
  for (const Viewing& viewer : viewers_) out.channel_ends.push_back({viewer.session, viewer.channel, viewer.number});
}

// --- Moves ---

void MatchActor::commit(Move move, const pb::GameAction* action, MoveAsker asker, Outbox& out) {
  // A move counts as made when it came in, not when the moves before it were kept.
  if (move.at == kNever) move.at = asker.received_at != kNever ? asker.received_at : environment_.clock.now();
  move.at = std::max(move.at, log_.last_at());
  persistence::AppendMove append = log_.play(move, action);
  pending_.emplace(std::move(move), asker, append.end.has_value());
  out.ask(MoveKept{id()}, std::move(append));
}

void MatchActor::tick(Outbox& out) {
  if (is_busy()) return;
  if (thoughts_.take_put_off()) ask_bots(out);
  const Timestamp now = environment_.clock.now();
  if (notices_.due() != kNever && now >= notices_.due()) tell_absences(out);
  const auto due = log_.deadline();
  if (!due || *due > now) return;
  for (rules::Seat seat = 0; seat < log_.seats(); ++seat) {
    if (!log_.decides(seat)) continue;
    if (log_.notes().asked_at[seat] + std::chrono::seconds(log_.row().turn_seconds) > now) continue;
    // One at a time: the next tick sees whether others have run out as well.
    const std::optional<pb::GameAction> decided = log_.game().time_out_action(seat);
    return commit({.kind = MoveKind::kTimedOut,
                   .seat = seat,
                   .answered_version = log_.version(),
                   .action = decided ? decided->SerializeAsString() : std::string(),
                   .link = {}},
                  decided ? &*decided : nullptr, {}, out);
  }
}

void MatchActor::prefetch_parts() const {
  // A game's size is its own business.
  constexpr std::size_t kGameBytes = 512;
  if (log_.is_known()) prefetch_memory(&log_.game(), kGameBytes);
  viewers_.prefetch();
  if (!log_.moves().empty()) prefetch_memory(&log_.moves().back(), 2 * sizeof(persistence::Move));
}

void MatchActor::answered(const persistence::Outcome& outcome, Outbox& out) {
  if (!pending_) return;
  if (!outcome.kept()) {
    spdlog::error("match {}: move {} was not kept ({}); reading the match again", uuid_text(id()), log_.version(),
                  outcome.error.empty() ? "it is not the next one" : outcome.error);
    // What was played may or may not be on disk, so the state is no longer known: it is folded again from the log.
    log_.doubt();
    doubted_ = std::make_unique<PendingMove>(*std::move(pending_));
    pending_.reset();
    thoughts_.forget();
    return;
  }
  log_.add(std::move(pending_->move), pending_->ends);
  note_lapse(log_, out);
  MoveAsker asker = pending_->asker;
  pending_.reset();
  const Timestamp now = environment_.clock.now();
  if (log_.over()) {
    idle_since_ = now;
    note_end(log_, out);
  }
  // Encoded only now: none of it has to sit in memory while the disk writes, and a whole group is encoded at one go.
  const UpdateWriter updates(log_);
  const EncodedUpdate encoded = updates.encode();
  for (Viewing& viewer : viewers_) {
    const bool asked = viewer.session == asker.session && viewer.channel == asker.channel;
    updates.send(viewer, encoded, asked ? asker.command_id : 0, out);
    viewer.shown = log_.version();
    if (asked) asker.command_id = 0;
  }
  // The asker has closed the match meanwhile.
  if (asker.command_id != 0) confirm(asker, log_.version(), out);
  count_move(log_, asker, now, out.totals);
  after_change(out);
}

// After a doubt: everybody gets what they have not seen, and the sender of the doubted move hears what became of it.
void MatchActor::settle_doubt(Outbox& out) {
  const std::unique_ptr<PendingMove> doubted = std::move(doubted_);
  MoveAsker asker;
  std::uint64_t kept_as = 0;  // the version that the doubted move led to; 0: it was not kept
  if (doubted != nullptr) {
    asker = doubted->asker;
    const auto found = std::ranges::find(log_.moves(), doubted->move);
    if (found != log_.moves().end()) kept_as = static_cast<std::uint64_t>(found - log_.moves().begin()) + 1;
  }
  for (Viewing& viewer : viewers_) {
    if (viewer.shown >= log_.version()) continue;
    const bool answers = kept_as != 0 && viewer.session == asker.session && viewer.channel == asker.channel;
    const std::uint64_t command_id = answers ? asker.command_id : 0;
    UpdateWriter(log_).tell_snapshot(viewer, command_id, {command_id, kept_as}, out);
    if (answers) asker.command_id = 0;
  }
  if (asker.command_id == 0) return;
  if (kept_as != 0) return confirm(asker, kept_as, out);
  out.refuse(asker.session, asker.command_id,
             again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "the move could not be saved; try again"), kStoreRetry));
}

void MatchActor::after_change(Outbox& out) {
  resignations_.add_endless(log_);
  if (resign_next(out)) return;
  carry_out_queue(out);
  if (!pending_) ask_bots(out);
  if (!pending_) tell_absences(out);
}

bool MatchActor::resign_next(Outbox& out) {
  const rules::Seat seat = resignations_.next(log_);
  if (seat == rules::kNoSeat) return false;
  commit({.kind = MoveKind::kResigned, .seat = seat, .answered_version = log_.version(), .action = {}, .link = {}},
         nullptr, {}, out);
  return true;
}

void MatchActor::forget_player(const AccountId& account, const std::string& name, Outbox& out) {
  log_.rename(account, name);
  resign_player(account, out);
}

void MatchActor::resign_player(const AccountId& account, Outbox& out) {
  resignations_.add(account);
  if (!is_busy()) resign_next(out);
}

void MatchActor::resign_seats(rules::SeatSet leaving, Outbox& out) {
  resignations_.add(leaving);
  if (!is_busy()) resign_next(out);
}

void MatchActor::somebody_came_or_went() {
  if (!log_.over()) notices_.note_change(environment_.clock.now());
}

bool MatchActor::catch_up(SessionId session, std::uint32_t channel, Outbox& out) {
  Viewing* viewer = viewers_.find(session, channel);
  if (viewer == nullptr) return true;
  if (is_busy()) return false;
  UpdateWriter(log_).tell_snapshot(*viewer, 0, {}, out);
  notices_.tell_again(*viewer, environment_.clock.now(), out);  // which this one may have missed
  return true;
}

// --- Bots ---

void MatchActor::ask_bots(Outbox& out) {
  if (!is_busy() && !log_.over()) thoughts_.ask(log_, environment_, budget_, out);
}

void MatchActor::bot_moved(std::uint64_t version, rules::Seat seat, const std::optional<pb::GameAction>& action,
                           Outbox& out) {
  thoughts_.came(seat);
  if (is_busy()) return;  // asked again when that is settled
  const bool out_of_play = log_.game().seats_out().contains(seat);
  const auto kind = out_of_play ? MoveKind::kStandIn : MoveKind::kAction;
  const bool fits = action && !log_.over() && version >= log_.notes().asked_version[seat] &&
                    !log_.game().refusal_of(kind_of(kind), seat, &*action);
  if (!fits) return ask_bots(out);
  commit({.kind = kind,
          .seat = seat,
          .answered_version = static_cast<std::uint32_t>(version),
          .action = action->SerializeAsString(),
          .link = {}},
         &*action, {}, out);
}

void MatchActor::carry_out_queue(Outbox& out) {
  while (!queue_.empty() && !is_busy()) {
    const MatchCommand queued = queue_.take_first();
    if (queued.opens) {
      open({.session = queued.session,
            .account = queued.account,
            .command_id = queued.command_id,
            .channel = queued.channel,
            .have_version = queued.have_version,
            .plays = queued.plays,
            .number = queued.number},
           out);
      continue;
    }
    pb::ClientMessage message;
    message.ParseFromString(queued.command);
    command(queued.session, queued.channel, message, queued.received_at, out);
  }
}

}  // namespace wyrmhall::server
