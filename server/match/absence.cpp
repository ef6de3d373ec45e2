// Who plays and has gone: who that is, and how whoever waits for them ends the waiting, in a match without a clock.
#include <algorithm>
#include <chrono>

#include "server/match/actor.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

using persistence::MoveKind;

// The seats that are waited for and whose people are absent. Nobody was waited for before the match began.
std::vector<MatchActor::AbsentSeat> MatchActor::absent_seats() const {
  std::vector<AbsentSeat> absent;
  if (row_.absence_seconds == 0 || game_ == nullptr) return absent;
  const rules::SeatSet waits = game_->waiting_on();
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (!waits.contains(seat) || is_bot(seat) || game_->seats_out().contains(seat)) continue;
    const auto since = absences_.since(*row_.seats[seat].account);
    if (!since) continue;
    absent.push_back(
        {.seat = seat, .claimable_at = std::max(*since, row_.started_at) + std::chrono::seconds(row_.absence_seconds)});
  }
  return absent;
}

// Whoever is out has nothing more to come back for, and a match that is over waits for nobody.
std::vector<MatchActor::AwaySeat> MatchActor::away_seats() const {
  std::vector<AwaySeat> away;
  if (game_ == nullptr || over_) return away;
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (is_bot(seat) || game_->seats_out().contains(seat)) continue;
    const auto since = absences_.gone_since(*row_.seats[seat].account);
    if (since) away.push_back({.seat = seat, .since = std::max(*since, row_.started_at)});
  }
  return away;
}

// A command is repeated with the same id, and the seat that it put out is not its own: so any claim with this id is it.
std::optional<std::uint64_t> MatchActor::claimed_before(std::uint64_t action_id) const {
  if (game_->seats_out().empty()) return std::nullopt;
  for (std::size_t version = moves_.size(); version > 0; --version) {
    const persistence::Move& move = moves_[version - 1];
    if (move.kind == MoveKind::kAbsent && move.action_id == action_id) return version;
  }
  return std::nullopt;
}

void MatchActor::claim_absence(const Viewing& viewer, std::uint64_t command_id, Timestamp received_at, Outbox& out) {
  if (viewer.seat == rules::kNoSeat) {
    return refuse(viewer, command_id, refusal(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match"), out);
  }
  if (const auto version = claimed_before(command_id)) {
    return confirm({viewer.session, viewer.channel, command_id}, *version, out);
  }
  // Whoever could not give up any more claims nothing either: the match is over, or goes on without this seat.
  if (auto refused = game_->refusal_of(rules::MoveKind::kResigned, viewer.seat, nullptr)) {
    return refuse(viewer, command_id, *std::move(refused), out);
  }
  if (row_.absence_seconds == 0) {
    return refuse(viewer, command_id,
                  refusal(pb::REFUSAL_CODE_NO_ABSENCE_CLAIMS,
                          row_.turn_seconds != 0 ? "this match has a clock, which decides against absent players"
                                                 : "this match was set up without claims of absence"),
                  out);
  }
  const std::vector<AbsentSeat> absent = absent_seats();
  if (absent.empty()) {
    return refuse(viewer, command_id, refusal(pb::REFUSAL_CODE_NOT_ABSENT, "nobody who must decide is absent"), out);
  }
  const AbsentSeat& longest = *std::ranges::min_element(absent, {}, &AbsentSeat::claimable_at);
  const Timestamp now = environment_.clock.now();
  if (longest.claimable_at > now) {
    return refuse(
        viewer, command_id,
        again_after(refusal(pb::REFUSAL_CODE_ABSENT_TOO_SHORTLY, "nobody has been absent for long enough yet"),
                    std::chrono::ceil<std::chrono::milliseconds>(longest.claimable_at - now)),
        out);
  }
  // It is of now and not of when it came: until now somebody could have come back.
  commit({.kind = MoveKind::kAbsent,
          .seat = longest.seat,
          .action_id = command_id,
          .answered_version = static_cast<std::uint32_t>(moves_.size()),
          .at = now,
          .action = {},
          .link = {}},
         nullptr, {viewer.session, viewer.channel, command_id, received_at}, out);
}

// Who only changes from one network to another was never away.
void MatchActor::somebody_came_or_went() {
  if (over_) return;
  if (tell_absences_at_ != kNever) return;
  tell_absences_at_ = environment_.clock.now() + kPresenceTold;
}

void MatchActor::tell_absences(Outbox& out) {
  tell_absences_at_ = kNever;
  AbsencesTold now{.absent = absent_seats(), .away = away_seats()};
  if (now == absences_told_) return;
  absences_told_ = std::move(now);
  for (const Viewing& viewer : viewers_) tell_absences_to(viewer, out);
}

void MatchActor::tell_absences_to(const Viewing& viewer, Outbox& out) const {
  if (viewer.seat == rules::kNoSeat) return;
  const Timestamp now = environment_.clock.now();
  pb::ServerMessage message;
  pb::MatchAbsences& absences = *message.mutable_match_absences();
  absences.set_channel(viewer.channel);
  for (const AbsentSeat& absent : absences_told_.absent) {
    pb::AbsentSeat& to = *absences.add_seats();
    to.set_seat(absent.seat);
    to.set_claimable_in_ms(wire_ms(std::chrono::ceil<std::chrono::milliseconds>(absent.claimable_at - now)));
  }
  for (const AwaySeat& away : absences_told_.away) {
    pb::AwaySeat& to = *absences.add_away();
    to.set_seat(away.seat);
    to.set_away_ms(wire_ms(std::chrono::floor<std::chrono::milliseconds>(now - away.since)));
  }
  out.update(viewer.session, viewer.channel, frame(0, message));
}

}  // namespace wyrmhall::server
