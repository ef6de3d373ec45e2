// Players without a connection: says who has gone and who is back, and when the waiting for somebody can be ended.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "clients/cli/commands/command.h"
#include "clients/cli/match/printer.h"
#include "clients/model/match_model.h"

namespace wyrmhall::cli {

class AbsenceWatch {
 public:
  // All of them must outlive it.
  AbsenceWatch(const Context& context, const clients::MatchModel& model, const MatchPrinter& printer)
      : context_(context), model_(model), printer_(printer) {}

  void received(const v1::MatchAbsences& absences);
  // The match was opened anew: nobody is absent of whom the server says nothing.
  void forget() {
    absent_.clear();
    away_.clear();
  }

 private:
  void follow_claimable(const v1::MatchAbsences& absences);
  void say_claimable(int seat, Platform::Milliseconds since);

  const Context& context_;
  const clients::MatchModel& model_;
  const MatchPrinter& printer_;
  std::set<int> away_;                                     // seats, waited for or not
  std::map<int, Platform::Milliseconds> absent_;           // by seat that is waited for: since when
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // timers that outlive this do nothing
};

}  // namespace wyrmhall::cli
