// Who is absent of those whom a match waits for: says who, and when the waiting can be ended.
#pragma once

#include <map>
#include <memory>

#include "clients/cli/errand.h"
#include "clients/cli/match_teller.h"
#include "clients/model/match_model.h"

namespace wyrmhall::cli {

class AbsenceWatch {
 public:
  // All of them must outlive it.
  AbsenceWatch(const Surroundings& world, const clients::MatchModel& model, const MatchTeller& teller)
      : world_(world), model_(model), teller_(teller) {}

  void received(const v1::MatchAbsences& absences);
  // The match was opened anew: nobody is absent of whom the server says nothing.
  void forget() { absent_.clear(); }

 private:
  void say_claimable(int seat, Outside::Milliseconds since);

  const Surroundings& world_;
  const clients::MatchModel& model_;
  const MatchTeller& teller_;
  std::map<int, Outside::Milliseconds> absent_;            // by seat: since when
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // timers that outlive this do nothing
};

}  // namespace wyrmhall::cli
