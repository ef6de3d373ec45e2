#include "server/lobby/lapses.h"

#include <algorithm>
#include <chrono>

#include "server/core/limits.h"

namespace wyrmhall::server {
void Lapses::add(const AccountId& account, Timestamp now) {
  forget(now);
  order_.emplace_back(now, account);
  Record& record = records_[account];
  ++record.count;
  record.last = now;
}

Timestamp Lapses::paused_until(const AccountId& account) const {
  const auto found = records_.find(account);
  if (found == records_.end()) return kNever;
  return found->second.last + std::min<Duration>(found->second.count * kFindPause, kMaxFindPause);
}

// A lapse that is old, or the oldest where there are too many.
void Lapses::forget(Timestamp now) {
  while (!order_.empty() && (order_.size() >= kLapsesRemembered || now - order_.front().first > kLapseMemory)) {
    const auto record = records_.find(order_.front().second);
    if (--record->second.count == 0) records_.erase(record);
    order_.pop_front();
  }
}

}  // namespace wyrmhall::server
