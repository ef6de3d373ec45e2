// Seats that give up because somebody else says so: their account is erased or blocked, an administrator ends the
// match, or it has no end by itself. Each resigns once the resignation before it is kept.
#pragma once

#include <vector>

#include "server/match/match_log.h"

namespace wyrmhall::server {

class Resignations {
 public:
  // These give up, as far as they have seats and the match runs.
  void add(const AccountId& account) { accounts_.push_back(account); }
  void add(rules::SeatSet seats) { seats_ = rules::SeatSet::from_bits(seats_.bits() | seats.bits()); }
  // The seats give up without which the match cannot end, or all if the match has reached its greatest length.
  void add_endless(const MatchLog& log);

  // The seat whose turn it is to resign; kNoSeat if none is left.
  rules::Seat next(const MatchLog& log);

 private:
  std::vector<AccountId> accounts_;
  rules::SeatSet seats_;
};

}  // namespace wyrmhall::server
