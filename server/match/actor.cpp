#include "server/match/actor.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "common/bytes.h"
#include "server/core/prefetch.h"
#include "server/games/ending.h"
#include "server/games/stored.h"
#include "server/match/job_result.h"
#include "server/wire/bot_levels.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Move;
using persistence::MoveKind;

MatchActor::MatchActor(const MatchId& id, const Environment& environment, const Absences& absences,
                       ThinkingBudget& budget, Timestamp server_started_at)
    : id_(id), environment_(environment), absences_(absences), budget_(budget), server_started_at_(server_started_at) {
  idle_since_ = environment.clock.now();
}

// --- Coming and going ---

void MatchActor::adopt(std::unique_ptr<PlayedThrough> played, Outbox& out) {
  read_by_ = 0;
  row_ = std::move(played->row);
  if (row_.receipt) row_.receipt->aborted.clear();  // for the record alone
  kind_ = find_game(row_.game);
  game_index_ = index_of(*kind_);
  heroes_ = heroes_of(*kind_, row_);
  game_ = std::move(played->game);
  moves_ = std::move(played->moves);
  decisions_ = played->decisions;
  notes_ = played->notes;
  over_ = played->over;
  if (const auto ending = game_->ending(); ending && moves_.empty() && !over_) {
    over_ = true;  // decided by the dice alone
    ++out.tally.games[game_index_].ended[static_cast<std::size_t>(ending->reason)];
  }
  if (over() && doubted_ != nullptr && doubted_->ends) note_end(out);
  settle_doubt(out);
  // The time while the server was down is charged to nobody. That since it is back counts, however late the match is
  // read.
  const Timestamp last = moves_.empty() ? row_.started_at : moves_.back().at;
  if (row_.turn_seconds > 0 && !over() && last < server_started_at_) {
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
    if (queued.channel != 0) out.channel_ends.push_back({queued.session, queued.channel});
    return true;
  });
}

rules::Seat MatchActor::seat_of(const AccountId& account) const {
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (row_.seats[seat].account == account) return seat;
  }
  return rules::kNoSeat;
}

void MatchActor::open(const Opening& opening, Outbox& out) {
  const auto& [session, account, command_id, channel, have_version, known_to_play] = opening;
  const auto refuse_open = [&](pb::Refusal refused) {
    if (opening.command_id != 0) out.refuse(opening.session, opening.command_id, std::move(refused));
    out.channel_ends.push_back({opening.session, opening.channel});
  };
  const rules::Seat seat = seat_of(account);
  if (game_ == nullptr || pending_) {
    // What is told is durable, so whoever comes while a move is on its way waits for it.
    const bool put = queue_.put({.session = session,
                                 .channel = channel,
                                 .plays = known_to_play || seat != rules::kNoSeat,
                                 .opens = true,
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
                                        .shown = static_cast<std::uint32_t>(moves_.size()),
                                        .account = account});
  if (over()) idle_since_ = environment_.clock.now();
  tell_opened(viewer, command_id, have_version, out);
  if (absences_told_ != AbsencesTold{}) tell_absences_to(viewer, out);
  ask_bots(out);
}

void MatchActor::close(SessionId session, std::uint32_t channel, Outbox& out) {
  viewers_.remove(session, channel);
  queue_.drop_if([&](const MatchCommand& l) {
    if (l.session != session || l.channel != channel) return false;
    if (l.command_id != 0) {
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
  if (!queue_.empty() || pending_ || game_ == nullptr) return kNever;
  const auto after = [this](auto time) { return idle_since_ + time + 1us; };
  if (over()) return viewers_.empty() ? kAtOnce : after(kOverAfter);
  // While a bot thinks no clock runs, but one does once it has moved.
  if (!viewers_.empty() || !thinking_.empty() || put_off_) return kNever;
  return after(kUnloadAfter);
}

Timestamp MatchActor::next_time() const {
  if (game_ == nullptr) return is_being_read() ? kNever : kAtOnce;
  if (pending_) return kNever;
  Timestamp next = put_off_ ? kAtOnce : rest_at();
  if (tell_absences_at_ != kNever && (next == kNever || tell_absences_at_ < next)) next = tell_absences_at_;
  if (const auto due = deadline(); due && (next == kNever || *due < next)) next = std::max(*due, kAtOnce);
  return next;
}

void MatchActor::close_channels(Outbox& out) const {
  for (const Viewing& viewer : viewers_) out.channel_ends.push_back({viewer.session, viewer.channel});
}

void MatchActor::refuse(const Viewing& viewer, std::uint64_t command_id, pb::Refusal refused, Outbox& out) const {
  out.refuse(viewer.session, command_id, std::move(refused));
}

// --- Commands ---

void MatchActor::command(SessionId session, std::uint32_t channel, const pb::ClientMessage& message,
                         Timestamp received_at, Outbox& out) {
  if (game_ == nullptr || pending_) return put_by(session, channel, message, received_at, out);
  const Viewing* viewer = viewers_.find(session, channel);
  if (viewer == nullptr) {
    out.refuse(session, message.command_id(),
               refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "this channel is closed", "channel"));
    return;
  }
  switch (message.command_case()) {
    case pb::ClientMessage::kAct:
      return act(*viewer, message, received_at, out);
    case pb::ClientMessage::kResign:
      return resign(*viewer, message.command_id(), received_at, out);
    case pb::ClientMessage::kClaimAbsence:
      return claim_absence(*viewer, message.command_id(), received_at, out);
    case pb::ClientMessage::kCloseChain:
      return close_chain(*viewer, message, out);
    case pb::ClientMessage::kAskOdds:
      return ask_odds(*viewer, message, out);
    default:
      return refuse(*viewer, message.command_id(),
                    refusal(pb::REFUSAL_CODE_UNKNOWN_COMMAND, "this is not a command of a match"), out);
  }
}

void MatchActor::put_by(SessionId session, std::uint32_t channel, const pb::ClientMessage& message,
                        Timestamp received_at, Outbox& out) {
  MatchCommand queued{.session = session,
                      .channel = channel,
                      .command_id = message.command_id(),
                      .have_version = std::nullopt,
                      .command = message.SerializeAsString(),
                      .received_at = received_at};
  if (const Viewing* viewer = viewers_.find(session, channel)) {
    queued.plays = viewer->seat != rules::kNoSeat;
    queued.account = viewer->account;
  } else if (const MatchCommand* opening = queue_.opening(session, channel)) {
    queued.plays = opening->plays;
    queued.account = opening->account;
  }
  if (queue_.put(std::move(queued))) return;
  out.refuse(session, message.command_id(), refusal(pb::REFUSAL_CODE_BUSY, "the match is busy; try again"));
}

void MatchActor::act(const Viewing& viewer, const pb::ClientMessage& message, Timestamp received_at, Outbox& out) {
  const pb::Act& act = message.act();
  const rules::Seat seat = viewer.seat;
  const auto refuse_act = [&](pb::Refusal refused) {
    refused.set_version(moves_.size());
    refuse(viewer, message.command_id(), std::move(refused), out);
  };
  if (seat == rules::kNoSeat) {
    return refuse_act(refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match; only its seats act"));
  }
  if (act.version() > moves_.size()) {
    return refuse_act(refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the match has no such version yet", "version"));
  }
  std::string encoded_action = kind_->stored_action(act.action());
  if (const auto version = acted_before(seat, message.command_id(), act.version(), encoded_action)) {
    // Exactly once: it is in the log already, so it is answered again and not applied again.
    return confirm({viewer.session, viewer.channel, message.command_id()}, *version, out);
  }
  if (over()) return refuse_act(refusal(pb::REFUSAL_CODE_MATCH_OVER, "the match is over"));
  const bool asked = game_->waiting_on().contains(seat);
  if (act.version() < moves_.size() && (!asked || act.version() < notes_.asked_version[seat])) {
    return refuse_act(refusal(pb::REFUSAL_CODE_STALE, "the match has moved on since that version", "version"));
  }
  if (auto refused = game_->refusal_of(rules::MoveKind::kAction, seat, &act.action())) {
    if (!asked && refused->code() == pb::REFUSAL_CODE_ILLEGAL) refused->set_code(pb::REFUSAL_CODE_NOT_YOUR_TURN);
    return refuse_act(*std::move(refused));
  }
  Move move{.kind = MoveKind::kAction,
            .seat = seat,
            .action_id = message.command_id(),
            .answered_version = static_cast<std::uint32_t>(act.version()),
            .action = std::move(encoded_action),
            .link = {}};
  if (auto refused = check_link(seat, act, move)) return refuse_act(*std::move(refused));
  commit(std::move(move), &act.action(), {viewer.session, viewer.channel, message.command_id(), received_at}, out);
}

void MatchActor::resign(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out) {
  if (viewer.seat == rules::kNoSeat) {
    return refuse(viewer, command_id, refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match"), out);
  }
  if (auto refused = game_->refusal_of(rules::MoveKind::kResigned, viewer.seat, nullptr)) {
    if (const auto version = resigned_before(viewer.seat, command_id)) {
      return confirm({viewer.session, viewer.channel, command_id}, *version, out);
    }
    return refuse(viewer, command_id, *std::move(refused), out);
  }
  commit({.kind = MoveKind::kResigned,
          .seat = viewer.seat,
          .action_id = command_id,
          .answered_version = static_cast<std::uint32_t>(moves_.size()),
          .action = {},
          .link = {}},
         nullptr, {viewer.session, viewer.channel, command_id, received_at}, out);
}

void MatchActor::ask_odds(const Viewing& viewer, const pb::ClientMessage& message, Outbox& out) {
  const pb::AskOdds& ask = message.ask_odds();
  if (viewer.seat == rules::kNoSeat) {
    return refuse(viewer, message.command_id(),
                  refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "odds are only for the seat that must decide"), out);
  }
  pb::GameOptions options;
  if (options.ParseFromString(row_.options) && options.no_odds()) {
    return refuse(viewer, message.command_id(),
                  refusal(pb::REFUSAL_CODE_ODDS_OFF, "this table was opened without odds, for everyone"), out);
  }
  if (ask.version() != moves_.size()) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_STALE, "the match has moved on since that version", "version");
    refused.set_version(moves_.size());
    return refuse(viewer, message.command_id(), std::move(refused), out);
  }
  if (auto refused = game_->refusal_of(rules::MoveKind::kAction, viewer.seat, &ask.action())) {
    return refuse(viewer, message.command_id(), *std::move(refused), out);
  }
  out.work(
      OddsOf{{viewer.session, message.command_id()}},
      [task = game_->odds(viewer.seat, ask.action())]() mutable -> JobResult { return task(); }, viewer.account);
}

// --- Moves ---

void MatchActor::add(Move move) {
  if (move.kind == persistence::MoveKind::kAction) ++decisions_;
  moves_.push_back(std::move(move));
}

void MatchActor::commit(Move move, const pb::GameAction* action, Asker asker, Outbox& out) {
  const Timestamp last = moves_.empty() ? row_.started_at : moves_.back().at;
  // A move is of when it came, and not of when those before it were kept.
  if (move.at == kNever) move.at = asker.received_at != kNever ? asker.received_at : environment_.clock.now();
  move.at = std::max(move.at, last);
  const rules::SeatSet waited = game_->waiting_on();
  const rules::SeatSet out_before = game_->seats_out();
  reveal_links(*game_, move);
  game_->play(kind_of(move.kind), move.seat, action);

  persistence::AppendMove append{.match = id_,
                                 .index = static_cast<std::uint32_t>(moves_.size()),
                                 .move = move,
                                 .deadline = std::nullopt,
                                 .end = std::nullopt};
  if (const auto ending = game_->ending()) append.end = end_of(*ending, row_, decisions_, move.at);
  if (auto heroes = given_back(heroes_, *game_, out_before); !heroes.empty()) {
    (append.end ? append.end->heroes : append.heroes) = std::move(heroes);
  }
  notes_.note(move, waited, game_->waiting_on(), static_cast<std::uint32_t>(moves_.size() + 1));
  append.deadline = deadline();
  pending_.emplace(std::move(move), asker, append.end.has_value());
  out.ask(MoveKept{id_}, std::move(append));
}

std::optional<Timestamp> MatchActor::deadline() const {
  if (row_.turn_seconds == 0 || game_ == nullptr) return std::nullopt;
  std::optional<Timestamp> earliest;
  const rules::SeatSet waits = game_->waiting_on();
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (!waits.contains(seat) || is_bot(seat) || game_->seats_out().contains(seat)) continue;
    const Timestamp at = notes_.asked_at[seat] + std::chrono::seconds(row_.turn_seconds);
    if (!earliest || at < *earliest) earliest = at;
  }
  return earliest;
}

void MatchActor::tick(Outbox& out) {
  if (game_ == nullptr || pending_) return;
  if (std::exchange(put_off_, false)) ask_bots(out);
  const Timestamp now = environment_.clock.now();
  if (tell_absences_at_ != kNever && now >= tell_absences_at_) tell_absences(out);
  const auto due = deadline();
  if (!due || *due > now) return;
  const rules::SeatSet waits = game_->waiting_on();
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (!waits.contains(seat) || is_bot(seat) || game_->seats_out().contains(seat)) continue;
    if (notes_.asked_at[seat] + std::chrono::seconds(row_.turn_seconds) > now) continue;
    // One at a time: the next tick sees whether others have run out as well.
    const std::optional<pb::GameAction> decided = game_->time_out_action(seat);
    return commit({.kind = MoveKind::kTimedOut,
                   .seat = seat,
                   .answered_version = static_cast<std::uint32_t>(moves_.size()),
                   .action = decided ? decided->SerializeAsString() : std::string(),
                   .link = {}},
                  decided ? &*decided : nullptr, {}, out);
  }
}

void MatchActor::prefetch_parts() const {
  // A game's size is its own business.
  constexpr std::size_t kGameBytes = 512;
  if (game_ != nullptr) prefetch_memory(game_.get(), kGameBytes);
  viewers_.prefetch();
  if (!moves_.empty()) prefetch_memory(&moves_.back(), 2 * sizeof(persistence::Move));
}

void MatchActor::answered(const persistence::Answer& answer, Outbox& out) {
  if (!pending_) return;
  if (answer.verdict != persistence::Verdict::kKept) {
    spdlog::error("match {}: move {} was not kept ({}); reading the match again", uuid_text(id_), moves_.size(),
                  answer.error.empty() ? "it is not the next one" : answer.error);
    // What was played may or may not be on disk, so the state is no longer known: it is folded again from the log.
    game_ = nullptr;
    doubted_ = std::make_unique<Pending>(*std::move(pending_));
    pending_.reset();
    thinking_ = {};
    return;
  }
  add(std::move(pending_->move));
  over_ = pending_->ends;
  Asker asker = pending_->asker;
  pending_.reset();
  if (over()) {
    idle_since_ = environment_.clock.now();
    note_end(out);
  }
  // Encoded only now: nothing of it has to wait for the disk in memory, and a whole group is encoded at one go.
  const Encoded encoded = encode(moves_.size(), moves_.back(), deadline());
  for (Viewing& viewer : viewers_) {
    const bool asked = viewer.session == asker.session && viewer.channel == asker.channel;
    send(viewer, encoded, asked ? asker.command_id : 0, out);
    viewer.shown = static_cast<std::uint32_t>(moves_.size());
    if (asked) asker.command_id = 0;
  }
  // Whoever asked has closed the match meanwhile.
  if (asker.command_id != 0) confirm(asker, moves_.size(), out);
  count(asker, out.tally);
  after_change(out);
}

void MatchActor::note_end(Outbox& out) const {
  Outbox::End end{.match = id_, .accounts = {}};
  for (const persistence::SeatRow& seat : row_.seats) {
    if (seat.account) end.accounts.push_back(*seat.account);
  }
  out.ends.push_back(std::move(end));
  out.overs.push_back(id_);
}

// The move that was just kept.
void MatchActor::count(const Asker& asker, Tally& tally) const {
  GameTally& game = tally.games[game_index_];
  ++game.turns[static_cast<std::size_t>(moves_.back().kind)];
  if (asker.received_at != kNever) {
    tally.turn_time.count(static_cast<std::uint64_t>((environment_.clock.now() - asker.received_at).count()));
  }
  if (const auto ending = over() ? game_->ending() : std::nullopt)
    ++game.ended[static_cast<std::size_t>(ending->reason)];
}

// After a doubt: everybody gets what they have not seen, and whoever asked for the doubted move hears what became of
// it.
void MatchActor::settle_doubt(Outbox& out) {
  const std::unique_ptr<Pending> doubted = std::move(doubted_);
  Asker asker;
  std::uint64_t kept_as = 0;  // the version that the doubted move led to; 0: it was not kept
  if (doubted != nullptr) {
    asker = doubted->asker;
    const auto found = std::ranges::find(moves_, doubted->move);
    if (found != moves_.end()) kept_as = static_cast<std::uint64_t>(found - moves_.begin()) + 1;
  }
  for (Viewing& viewer : viewers_) {
    if (viewer.shown >= moves_.size()) continue;
    const bool answers = kept_as != 0 && viewer.session == asker.session && viewer.channel == asker.channel;
    const std::uint64_t command_id = answers ? asker.command_id : 0;
    tell_snapshot(viewer, command_id, {command_id, kept_as}, out);
    if (answers) asker.command_id = 0;
  }
  if (asker.command_id == 0) return;
  if (kept_as != 0) return confirm(asker, kept_as, out);
  out.refuse(asker.session, asker.command_id,
             again_after(refusal(pb::REFUSAL_CODE_NO_STORE, "the move could not be saved; try again"), kStoreRetry));
}

void MatchActor::after_change(Outbox& out) {
  dismiss_bots();
  end_at_longest();
  if (resign_for_others(out)) return;
  read_mail(out);
  if (!pending_) ask_bots(out);
  if (!pending_) tell_absences(out);
}

void MatchActor::read_mail(Outbox& out) {
  while (!queue_.empty() && game_ != nullptr && !pending_) {
    const MatchCommand queued = queue_.take_first();
    if (queued.opens) {
      open({.session = queued.session,
            .account = queued.account,
            .command_id = queued.command_id,
            .channel = queued.channel,
            .have_version = queued.have_version,
            .plays = queued.plays},
           out);
      continue;
    }
    pb::ClientMessage message;
    message.ParseFromString(queued.command);
    command(queued.session, queued.channel, message, queued.received_at, out);
  }
}

}  // namespace wyrmhall::server
