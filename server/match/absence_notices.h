// What those who play a match are told about players who are not there.
#pragma once

#include <vector>

#include "server/core/environment.h"
#include "server/match/absences.h"
#include "server/match/match_log.h"
#include "server/match/viewers.h"

namespace wyrmhall::server {

// A seat that is waited for and whose person has no connection.
struct AbsentSeat {
  rules::Seat seat = 0;
  Timestamp claimable_at{};
  friend bool operator==(const AbsentSeat&, const AbsentSeat&) = default;
};

// The seats that are waited for and whose people are absent.
std::vector<AbsentSeat> absent_seats(const MatchLog& log, const Absences& absences);

class AbsenceNotices {
 public:
  // Somebody has come or gone: that is to be told a moment later.
  void note_change(Timestamp now);
  // When something is to be told; kNever for never.
  [[nodiscard]] Timestamp due() const { return due_; }

  // Tells them what has changed.
  void tell(const MatchLog& log, const Absences& absences, const Viewers& viewers, Timestamp now, Outbox& out);
  // Tells one viewer what all were told last; one who opens the match is told only if somebody is not there.
  void tell_again(const Viewing& viewer, Timestamp now, Outbox& out) const;
  void tell_opened(const Viewing& viewer, Timestamp now, Outbox& out) const {
    if (told_ != Told{}) tell_again(viewer, now, out);
  }

 private:
  // A seat whose person has no connection, waited for or not.
  struct AwaySeat {
    rules::Seat seat = 0;
    Timestamp since{};
    friend bool operator==(const AwaySeat&, const AwaySeat&) = default;
  };
  struct Told {
    std::vector<AbsentSeat> absent;
    std::vector<AwaySeat> away;
    friend bool operator==(const Told&, const Told&) = default;
  };
  [[nodiscard]] static std::vector<AwaySeat> away_seats(const MatchLog& log, const Absences& absences);

  Told told_;
  Timestamp due_ = kNever;
};

}  // namespace wyrmhall::server
