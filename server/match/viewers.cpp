#include "server/match/viewers.h"

#include <algorithm>

#include "server/core/prefetch.h"

namespace wyrmhall::server {

Viewing& Viewers::add(const Viewing& viewer) {
  if (viewer.seat == rules::kNoSeat) ++spectators_[viewer.account];
  return all_.emplace_back(viewer);
}

void Viewers::remove(SessionId session, std::uint32_t channel) {
  std::erase_if(all_, [&](const Viewing& one) {
    if (one.session != session || one.channel != channel) return false;
    if (one.seat == rules::kNoSeat) {
      const auto spectator = spectators_.find(one.account);
      if (--spectator->second == 0) spectators_.erase(spectator);
    }
    return true;
  });
}

Viewing* Viewers::find(SessionId session, std::uint32_t channel) {
  const auto found =
      std::ranges::find_if(all_, [&](const Viewing& one) { return one.session == session && one.channel == channel; });
  return found == all_.end() ? nullptr : &*found;
}

void Viewers::prefetch() const {
  if (!all_.empty()) prefetch_memory(all_.data(), all_.size() * sizeof(Viewing));
}

}  // namespace wyrmhall::server
