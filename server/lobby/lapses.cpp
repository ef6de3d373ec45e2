#include "server/lobby/lapses.h"

#include <algorithm>
#include <chrono>

#include "server/limits.h"

namespace wyrmhall::server {
void Lapses::add(const Id& account, Micros now) {
  forget(now);
  order_.emplace_back(now, account);
  Record& record = records_[account];
  ++record.count;
  record.last = now;
}

Micros Lapses::paused_until(const Id& account) const {
  const auto found = records_.find(account);
  if (found == records_.end()) return 0;
  return found->second.last + std::min(found->second.count * in_micros(kFindPause), in_micros(kFindPauseLongest));
}

// A lapse that is old, or the oldest where there are too many.
void Lapses::forget(Micros now) {
  while (!order_.empty() &&
         (order_.size() >= kLapsesRemembered || now - order_.front().first > in_micros(kLapseMemory))) {
    const auto record = records_.find(order_.front().second);
    if (--record->second.count == 0) records_.erase(record);
    order_.pop_front();
  }
}

}  // namespace wyrmhall::server
