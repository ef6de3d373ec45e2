// Who may connect: how many connections each address has, and how often it makes new ones.
//
// A connection begins as a request; one that is upgraded becomes a session and counts apart, so that pages that are
// loading take no player's place. Calls come from one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/core/environment.h"
#include "server/core/limits.h"
#include "server/core/peer_address.h"
#include "server/core/token_bucket.h"

namespace wyrmhall::server {

// An address with its groups; an IPv4 address is the same if it comes over IPv6. What is not an address stands for
// itself.
PeerAddress peer_address(const std::string& text);

class Admission {
 public:
  // Uses `limits`, which must outlive it: the limits of an address follow from its sessions (server/core/limits.h).
  explicit Admission(const Limits& limits) : limits_(limits) {}

  enum class Arrival : std::uint8_t {
    kWelcome,  // it may come in; left() must follow one day
    kTooMany,  // there are as many connections as there may be
    kTooFast,  // the address, or its network, makes too many anew
  };
  // A new connection, in each of the address's groups. `cost`: what it takes of how often the address may come.
  Arrival came(const PeerAddress& peer, Timestamp now, double cost = 1);
  // It would become a session: whether it may.
  bool upgrades(const PeerAddress& peer);
  void left(const PeerAddress& peer, bool was_session);

  // The limits have changed.
  void limits_changed();

  // How many groups are remembered.
  [[nodiscard]] std::size_t groups() const { return groups_.size(); }

 private:
  struct Group {
    TokenBucket arrivals;
    std::size_t width = 1;     // how much larger its limits are than those of an address
    std::size_t requests = 0;  // connections that are no sessions
    std::size_t sessions = 0;
    Timestamp seen_at{};

    [[nodiscard]] bool is_connected() const { return requests + sessions > 0; }
  };
  void forget(Timestamp now);
  Group& group(const PeerAddress& peer, std::size_t level, Timestamp now);

  [[nodiscard]] double per_address(double per_session) const {
    return static_cast<double>(limits_.sessions_per_address) * per_session;
  }

  const Limits& limits_;
  std::size_t connections_ = 0;
  std::size_t connected_ = 0;  // groups that have a connection
  Timestamp swept_at_{};
  std::unordered_map<std::string, Group> groups_;
};

}  // namespace wyrmhall::server
