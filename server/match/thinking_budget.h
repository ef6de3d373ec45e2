// How much the bots of an account may think: a share of a processor's time, and a reserve for an account that plays
// only now and then. Once it is used up they still move, with as little thought as a level gets by with.
//
// All calls come from one thread at a time.
#pragma once

#include "server/core/ids.h"
#include "server/core/rates.h"

namespace wyrmhall::server {

class ThinkingBudget {
 public:
  // Bots that this account waits for have thought for `processor_time`.
  void took(const AccountId& account, Duration processor_time, Timestamp now);
  [[nodiscard]] bool is_spent(const AccountId& account, Timestamp now);

 private:
  Rates<AccountId, IdHash> rates_;  // of seconds
};

}  // namespace wyrmhall::server
