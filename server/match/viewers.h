// Who looks on at a match: the connections of those who play it, for which there is always room, and of spectators,
// who are bounded. A spectator is an account: all its connections count once.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "rules/seat.h"
#include "server/core/outbox.h"

namespace wyrmhall::server {

struct Viewing {
  SessionId session;
  std::uint32_t channel = 0;
  rules::Seat seat = rules::kNoSeat;
  std::uint32_t shown = 0;  // the version that this viewer has
  AccountId account{};
  std::uint32_t number = 0;  // of its opening (MatchActor::Opening)
};

class Viewers {
 public:
  // Whether an account without a seat may look on, if at most `limit` of them may.
  [[nodiscard]] bool has_room_for(const AccountId& spectator, std::size_t limit) const {
    return spectators_.size() < limit || spectators_.contains(spectator);
  }
  Viewing& add(const Viewing& viewer);
  void remove(SessionId session, std::uint32_t channel);
  // Null when there is none.
  [[nodiscard]] Viewing* find(SessionId session, std::uint32_t channel);

  [[nodiscard]] auto begin() { return all_.begin(); }
  [[nodiscard]] auto end() { return all_.end(); }
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] std::size_t spectators() const { return spectators_.size(); }
  // Asks the processor for the memory of all of them.
  void prefetch() const;

 private:
  std::vector<Viewing> all_;
  boost::unordered_flat_map<AccountId, std::uint32_t, IdHash> spectators_;  // their connections
};

}  // namespace wyrmhall::server
