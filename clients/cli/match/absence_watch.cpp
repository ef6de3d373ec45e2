#include "clients/cli/match/absence_watch.h"

#include <utility>

namespace wyrmhall::cli {

void AbsenceWatch::received(const v1::MatchAbsences& absences) {
  std::set<int> waited;
  for (const v1::AbsentSeat& absent : absences.seats()) waited.insert(static_cast<int>(absent.seat()));
  const std::set<int> left = std::exchange(away_, {});
  for (const v1::AwaySeat& away : absences.away()) {
    const int seat = static_cast<int>(away.seat());
    away_.insert(seat);
    // More is said below about those whom the match waits for.
    if (!left.contains(seat) && !waited.contains(seat)) printer_.left(seat);
  }
  follow_claimable(absences);
  for (const int seat : left) {
    if (!away_.contains(seat) && !model_.over() && !model_.is_out(seat)) printer_.back(seat);
  }
}

void AbsenceWatch::follow_claimable(const v1::MatchAbsences& absences) {
  const auto before = std::exchange(absent_, {});
  const Platform::Milliseconds allowed{std::uint64_t{model_.info().absence_seconds()} * 1000};
  for (const v1::AbsentSeat& absent : absences.seats()) {
    const int seat = static_cast<int>(absent.seat());
    const Platform::Milliseconds left{absent.claimable_in_ms()};
    const auto known = before.find(seat);
    // A connection that has come and gone in between begins another absence.
    const Platform::Milliseconds since = context_.platform.now() + left - allowed;
    constexpr Platform::Milliseconds kSame{1000};
    if (known != before.end() && known->second + kSame >= since) {
      absent_.emplace(seat, known->second);
      continue;
    }
    absent_.emplace(seat, since);
    if (left.count() == 0) {
      say_claimable(seat, since);
      continue;
    }
    printer_.absent(seat, left);
    context_.platform.after(left, [this, alive = std::weak_ptr<int>(alive_), seat, since] {
      if (!alive.expired()) say_claimable(seat, since);
    });
  }
}

void AbsenceWatch::say_claimable(int seat, Platform::Milliseconds since) {
  const auto absent = absent_.find(seat);
  if (absent != absent_.end() && absent->second == since && !model_.over()) printer_.claimable(seat);
}

}  // namespace wyrmhall::cli
