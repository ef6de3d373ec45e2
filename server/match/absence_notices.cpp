#include "server/match/absence_notices.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

// Nobody was waited for before the match began.
std::vector<AbsentSeat> absent_seats(const MatchLog& log, const Absences& absences) {
  std::vector<AbsentSeat> absent;
  const persistence::MatchRow& row = log.row();
  if (row.absence_seconds == 0 || !log.is_known()) return absent;
  for (rules::Seat seat = 0; seat < log.seats(); ++seat) {
    const auto since = log.decides(seat) ? absences.since(*row.seats[seat].account) : std::nullopt;
    if (!since) continue;
    absent.push_back(
        {.seat = seat, .claimable_at = std::max(*since, row.started_at) + std::chrono::seconds(row.absence_seconds)});
  }
  return absent;
}

// A player who is out has nothing more to come back for, and a match that is over waits for nobody.
std::vector<AbsenceNotices::AwaySeat> AbsenceNotices::away_seats(const MatchLog& log, const Absences& absences) {
  std::vector<AwaySeat> away;
  if (!log.is_known() || log.over()) return away;
  for (rules::Seat seat = 0; seat < log.seats(); ++seat) {
    const auto since = log.plays(seat) ? absences.gone_since(*log.row().seats[seat].account) : std::nullopt;
    if (since) away.push_back({.seat = seat, .since = std::max(*since, log.row().started_at)});
  }
  return away;
}

// A player who only changes from one network to another was never away.
void AbsenceNotices::note_change(Timestamp now) {
  if (due_ == kNever) due_ = now + kPresenceTold;
}

void AbsenceNotices::tell(const MatchLog& log, const Absences& absences, const Viewers& viewers, Timestamp now,
                          Outbox& out) {
  due_ = kNever;
  Told news{.absent = absent_seats(log, absences), .away = away_seats(log, absences)};
  if (news == told_) return;
  told_ = std::move(news);
  for (const Viewing& viewer : viewers) tell_again(viewer, now, out);
}

void AbsenceNotices::tell_again(const Viewing& viewer, Timestamp now, Outbox& out) const {
  if (viewer.seat == rules::kNoSeat) return;
  pb::ServerMessage message;
  pb::MatchAbsences& absences = *message.mutable_match_absences();
  absences.set_channel(viewer.channel);
  for (const AbsentSeat& absent : told_.absent) {
    pb::AbsentSeat& to = *absences.add_seats();
    to.set_seat(absent.seat);
    to.set_claimable_in_ms(wire_ms(std::chrono::ceil<std::chrono::milliseconds>(absent.claimable_at - now)));
  }
  for (const AwaySeat& away : told_.away) {
    pb::AwaySeat& to = *absences.add_away();
    to.set_seat(away.seat);
    to.set_away_ms(wire_ms(std::chrono::floor<std::chrono::milliseconds>(now - away.since)));
  }
  out.update(viewer.session, viewer.channel, frame(0, message));
}

}  // namespace wyrmhall::server
