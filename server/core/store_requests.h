// What the store was asked and has not answered, and whether it takes what it is given.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/environment.h"
#include "server/core/limits.h"
#include "server/core/waits.h"

namespace wyrmhall::server {

class StoreRequests {
 public:
  void add(std::uint64_t ticket, const StoreWait& wait) { waits_.emplace(ticket, wait); }
  // What is waited for under this ticket; null where nothing is.
  [[nodiscard]] const StoreWait* find(std::uint64_t ticket) const {
    const auto found = waits_.find(ticket);
    return found == waits_.end() ? nullptr : &found->second;
  }
  // The same, which is waited for no longer.
  std::optional<StoreWait> take(std::uint64_t ticket) {
    const auto found = waits_.find(ticket);
    if (found == waits_.end()) return std::nullopt;
    const StoreWait wait = found->second;
    waits_.erase(found);
    return wait;
  }
  [[nodiscard]] std::size_t size() const { return waits_.size(); }

  // It has refused something, or a write was asked of it while it refuses: nothing more is asked of it for a while.
  void refused(Timestamp now) {
    refuses_ = true;
    retry_at_ = now + kStoreRetry;
  }
  // Whoever has waited need not wait any longer.
  void takes_again() {
    refuses_ = false;
    retry_at_ = {};
  }
  // A later run of the server has the store: it will never take anything again.
  void lost() { lost_ = true; }
  [[nodiscard]] bool is_lost() const { return lost_; }
  [[nodiscard]] bool refuses() const { return refuses_; }
  [[nodiscard]] bool may_retry(Timestamp now) const { return now >= retry_at_; }

 private:
  boost::unordered_flat_map<std::uint64_t, StoreWait> waits_;  // by ticket
  bool refuses_ = false;
  bool lost_ = false;
  Timestamp retry_at_{};
};

}  // namespace wyrmhall::server
