// What those who play or look on can ask of a match.
#include <algorithm>
#include <chrono>

#include "common/bytes.h"
#include "rules/dice/chain.h"
#include "server/match/actor.h"
#include "server/match/job_result.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

using persistence::Move;
using persistence::MoveKind;

namespace {

void ask_odds(const MatchLog& log, const Viewing& viewer, const pb::ClientMessage& message, Outbox& out) {
  const pb::AskOdds& ask = message.ask_odds();
  if (viewer.seat == rules::kNoSeat) {
    return out.refuse(viewer.session, message.command_id(),
                      refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "odds are only for the seat that must decide"));
  }
  pb::GameOptions options;
  if (options.ParseFromString(log.row().options) && options.no_odds()) {
    return out.refuse(viewer.session, message.command_id(),
                      refusal(pb::REFUSAL_CODE_ODDS_OFF, "this table was opened without odds, for everyone"));
  }
  if (ask.version() != log.version()) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_STALE, "the match has moved on since that version", "version");
    refused.set_version(log.version());
    return out.refuse(viewer.session, message.command_id(), std::move(refused));
  }
  if (auto refused = log.game().refusal_of(rules::MoveKind::kAction, viewer.seat, &ask.action())) {
    return out.refuse(viewer.session, message.command_id(), *std::move(refused));
  }
  out.work(
      OddsOf{{viewer.session, message.command_id()}},
      [task = log.game().odds(viewer.seat, ask.action())]() mutable -> JobResult { return task(); }, viewer.account);
}

void close_chain(const MatchLog& log, Timestamp now, const Viewing& viewer, const pb::ClientMessage& message,
                 Outbox& out) {
  const auto refuse_closing = [&](pb::RefusalCode code, std::string_view detail) {
    out.refuse(viewer.session, message.command_id(), refusal(code, std::string(detail), "link"));
  };
  const rules::Seat seat = viewer.seat;
  if (seat == rules::kNoSeat) {
    return refuse_closing(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match; only its seats have chains");
  }
  if (!log.over()) return refuse_closing(pb::REFUSAL_CODE_MATCH_NOT_OVER, "a chain is closed once the match is over");
  if (now - log.last_at() > kClosingTime) {
    return refuse_closing(pb::REFUSAL_CODE_MATCH_OVER, "the match has been over for more than a day");
  }
  const auto& last = log.notes().last_link[seat];
  if (!last) return refuse_closing(pb::REFUSAL_CODE_WRONG_LINK, "this seat has no chain, or has lost it");
  const auto link = array_from<persistence::Link>(message.close_chain().link());
  if (!link || !rules::follows(*last, *link)) {
    return refuse_closing(pb::REFUSAL_CODE_WRONG_LINK,
                          "the link must be 16 bytes whose hash is the last link of this seat");
  }
  // Whether it is there already is for the store to say: that costs no more than to ask beforehand.
  out.ask(ClosingKept{{viewer.session, message.command_id()}},
          persistence::KeepClosingLink{.match = log.id(), .closing = {.seat = seat, .link = *link}});
}

// A command as it waits until it can be looked at.
MatchCommand queued(SessionId session, std::uint32_t channel, const pb::ClientMessage& message, Timestamp received_at,
                    const Viewing* viewer, const MatchCommandQueue& queue) {
  MatchCommand command{.session = session,
                       .channel = channel,
                       .command_id = message.command_id(),
                       .have_version = std::nullopt,
                       .command = message.SerializeAsString(),
                       .received_at = received_at};
  if (viewer != nullptr) {
    command.plays = viewer->seat != rules::kNoSeat;
    command.account = viewer->account;
  } else if (const MatchCommand* opening = queue.opening(session, channel)) {
    command.plays = opening->plays;
    command.account = opening->account;
  }
  return command;
}

}  // namespace

void MatchActor::command(SessionId session, std::uint32_t channel, const pb::ClientMessage& message,
                         Timestamp received_at, Outbox& out) {
  if (is_busy()) {
    if (queue_.put(queued(session, channel, message, received_at, viewers_.find(session, channel), queue_))) return;
    return out.refuse(session, message.command_id(), refusal(pb::REFUSAL_CODE_BUSY, "the match is busy; try again"));
  }
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
      return close_chain(log_, environment_.clock.now(), *viewer, message, out);
    case pb::ClientMessage::kAskOdds:
      return ask_odds(log_, *viewer, message, out);
    default:
      return out.refuse(session, message.command_id(),
                        refusal(pb::REFUSAL_CODE_UNKNOWN_COMMAND, "this is not a command of a match"));
  }
}

void MatchActor::act(const Viewing& viewer, const pb::ClientMessage& message, Timestamp received_at, Outbox& out) {
  const pb::Act& act = message.act();
  const rules::Seat seat = viewer.seat;
  const auto refuse_act = [&](pb::Refusal refused) {
    refused.set_version(log_.version());
    out.refuse(viewer.session, message.command_id(), std::move(refused));
  };
  if (seat == rules::kNoSeat) {
    return refuse_act(refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match; only its seats act"));
  }
  if (act.version() > log_.version()) {
    return refuse_act(refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the match has no such version yet", "version"));
  }
  std::string encoded_action = log_.kind().stored_action(act.action());
  if (const auto version = log_.acted_before(seat, message.command_id(), act.version(), encoded_action)) {
    // Exactly once: it is in the log already, so it is answered again and not applied again.
    return confirm({viewer.session, viewer.channel, message.command_id()}, *version, out);
  }
  if (log_.over()) return refuse_act(refusal(pb::REFUSAL_CODE_MATCH_OVER, "the match is over"));
  const bool asked = log_.game().waiting_on().contains(seat);
  if (act.version() < log_.version() && (!asked || act.version() < log_.notes().asked_version[seat])) {
    return refuse_act(refusal(pb::REFUSAL_CODE_STALE, "the match has moved on since that version", "version"));
  }
  if (auto refused = log_.game().refusal_of(rules::MoveKind::kAction, seat, &act.action())) {
    if (!asked && refused->code() == pb::REFUSAL_CODE_ILLEGAL) refused->set_code(pb::REFUSAL_CODE_NOT_YOUR_TURN);
    return refuse_act(*std::move(refused));
  }
  Move move{.kind = MoveKind::kAction,
            .seat = seat,
            .action_id = message.command_id(),
            .answered_version = static_cast<std::uint32_t>(act.version()),
            .action = std::move(encoded_action),
            .link = {}};
  if (auto refused = log_.check_link(seat, act, move)) return refuse_act(*std::move(refused));
  commit(std::move(move), &act.action(), {viewer.session, viewer.channel, message.command_id(), received_at}, out);
}

void MatchActor::resign(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out) {
  if (viewer.seat == rules::kNoSeat) {
    return out.refuse(viewer.session, command_id, refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match"));
  }
  if (auto refused = log_.game().refusal_of(rules::MoveKind::kResigned, viewer.seat, nullptr)) {
    if (const auto version = log_.resigned_before(viewer.seat, command_id)) {
      return confirm({viewer.session, viewer.channel, command_id}, *version, out);
    }
    return out.refuse(viewer.session, command_id, *std::move(refused));
  }
  commit({.kind = MoveKind::kResigned,
          .seat = viewer.seat,
          .action_id = command_id,
          .answered_version = log_.version(),
          .action = {},
          .link = {}},
         nullptr, {viewer.session, viewer.channel, command_id, received_at}, out);
}

void MatchActor::claim_absence(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out) {
  if (viewer.seat == rules::kNoSeat) {
    return out.refuse(viewer.session, command_id, refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match"));
  }
  if (const auto version = log_.claimed_before(command_id)) {
    return confirm({viewer.session, viewer.channel, command_id}, *version, out);
  }
  // A seat that could no longer give up claims nothing either: the match is over, or goes on without this seat.
  if (auto refused = log_.game().refusal_of(rules::MoveKind::kResigned, viewer.seat, nullptr)) {
    return out.refuse(viewer.session, command_id, *std::move(refused));
  }
  if (log_.row().absence_seconds == 0) {
    return out.refuse(
        viewer.session, command_id,
        refusal(pb::REFUSAL_CODE_NO_ABSENCE_CLAIMS, log_.row().turn_seconds != 0
                                                        ? "this match has a clock, which decides against absent players"
                                                        : "this match was set up without claims of absence"));
  }
  const std::vector<AbsentSeat> absent = absent_seats(log_, absences_);
  if (absent.empty()) {
    return out.refuse(viewer.session, command_id,
                      refusal(pb::REFUSAL_CODE_NOT_ABSENT, "nobody who must decide is absent"));
  }
  const AbsentSeat& longest = *std::ranges::min_element(absent, {}, &AbsentSeat::claimable_at);
  const Timestamp now = environment_.clock.now();
  if (longest.claimable_at > now) {
    return out.refuse(
        viewer.session, command_id,
        again_after(refusal(pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY, "nobody has been absent for long enough yet"),
                    std::chrono::ceil<std::chrono::milliseconds>(longest.claimable_at - now)));
  }
  // The claim counts from now and not from when it came: until now somebody could have come back.
  commit({.kind = MoveKind::kAbsent,
          .seat = longest.seat,
          .action_id = command_id,
          .answered_version = log_.version(),
          .at = now,
          .action = {},
          .link = {}},
         nullptr, {viewer.session, viewer.channel, command_id, received_at}, out);
}

}  // namespace wyrmhall::server
