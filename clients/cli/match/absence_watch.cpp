#include "clients/cli/match/absence_watch.h"

#include <utility>

namespace wyrmhall::cli {

void AbsenceWatch::received(const v1::MatchAbsences& absences) {
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
  for (const auto& [seat, since] : before) {
    const bool waited = (model_.waiting_on() >> static_cast<unsigned>(seat) & 1U) != 0;
    if (!absent_.contains(seat) && waited) printer_.back(seat);
  }
}

void AbsenceWatch::say_claimable(int seat, Platform::Milliseconds since) {
  const auto absent = absent_.find(seat);
  if (absent != absent_.end() && absent->second == since && !model_.over()) printer_.claimable(seat);
}

}  // namespace wyrmhall::cli
