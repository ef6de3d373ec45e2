// Who may connect: how many connections each address has, and how often it makes new ones.
//
// A connection begins as a request; one that is upgraded becomes a session and counts apart, so that pages that are
// loading take no player's place. Calls come from one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/environment.h"
#include "server/limits.h"
#include "server/token_bucket.h"

namespace wyrmhall::server {

// Which addresses share their limits: one of IPv4 stands for itself, also where it comes over IPv6; of IPv6 those whose
// first 64 bits are the same, since whoever has one has all of them. What is no address stands for itself.
std::string address_group(const std::string& address);

class Admission {
 public:
  // `sessions_per_address`: everything else follows of it (server/limits.h).
  Admission(int sessions_per_address, int connections_in_all)
      : sessions_per_address_(sessions_per_address), connections_in_all_(connections_in_all) {}

  enum class Arrival : std::uint8_t {
    kWelcome,  // it may come in; left() must follow one day
    kTooMany,  // there are as many connections as there may be
    kTooFast,  // the group makes too many anew
  };
  // A new connection of a group's.
  Arrival came(const std::string& group, Micros now);
  // It would become a session: whether it may.
  bool upgrades(const std::string& group);
  void left(const std::string& group, bool was_session);

  // How many groups are remembered.
  [[nodiscard]] std::size_t groups() const { return groups_.size(); }

 private:
  struct Group {
    TokenBucket arrivals;
    int requests = 0;  // connections that are no sessions
    int sessions = 0;
    Micros seen_at = 0;

    [[nodiscard]] bool is_connected() const { return requests + sessions > 0; }
  };
  void forget(Micros now);

  int sessions_per_address_;
  int connections_in_all_;
  int connections_ = 0;
  std::size_t connected_ = 0;  // groups that have a connection
  Micros swept_at_ = 0;
  std::unordered_map<std::string, Group> groups_;
};

}  // namespace wyrmhall::server
