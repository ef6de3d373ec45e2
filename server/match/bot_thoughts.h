// Seats that the server plays, as bots or as stand-ins for seats that are out: which of them think, and which are to be
// asked again.
#pragma once

#include "server/core/environment.h"
#include "server/match/match_log.h"
#include "server/match/thinking_budget.h"

namespace wyrmhall::server {

class BotThoughts {
 public:
  // Asks each of them that must decide and does not think yet.
  void ask(const MatchLog& log, const Environment& environment, ThinkingBudget& budget, Outbox& out);
  // A thought has finished, or has come to nothing for now.
  void came(rules::Seat seat) { thinking_.erase(seat); }
  void put_off(rules::Seat seat) {
    thinking_.erase(seat);
    put_off_ = true;
  }
  // What they think about is in doubt: what comes of it is not waited for.
  void forget() { thinking_ = {}; }

  // Whether some are to be asked again; they count as asked then.
  [[nodiscard]] bool is_put_off() const { return put_off_; }
  bool take_put_off() { return std::exchange(put_off_, false); }
  [[nodiscard]] bool none() const { return thinking_.empty() && !put_off_; }

 private:
  rules::SeatSet thinking_;
  bool put_off_ = false;
};

}  // namespace wyrmhall::server
