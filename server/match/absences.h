// Since when people have no connection. That is known of those who have gone in this run of the server. All others are
// taken to have gone when it began and the time that clients need to come back had passed.
#pragma once

#include <optional>
#include <set>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/environment.h"
#include "server/core/ids.h"
#include "server/core/session.h"

namespace wyrmhall::server {

class Absences {
 public:
  // `sessions` tell who is connected, and must outlive it. Nobody counts as absent before `earliest`.
  Absences(const Sessions& sessions, Timestamp earliest)
      : sessions_(sessions), earliest_(earliest), unknown_since_(earliest) {}

  // From now on people could connect.
  void clients_may_connect(Timestamp now);
  // The first connection of an account has signed in; the last of one is gone.
  void came(const AccountId& account);
  void went(const AccountId& account, Timestamp now);

  // Since when an account is absent; nothing if it has a connection. Never too early: an account that had to be
  // forgotten, because there were too many, is taken to have gone when the latest of the forgotten ones went.
  [[nodiscard]] std::optional<Timestamp> since(const AccountId& account) const;
  // The same for telling others: the time that clients need to come back counts as well.
  [[nodiscard]] std::optional<Timestamp> gone_since(const AccountId& account) const;

 private:
  const Sessions& sessions_;
  Timestamp earliest_;
  Timestamp unknown_since_;  // of all that are not among those who have gone
  boost::unordered_flat_map<AccountId, Timestamp, IdHash> gone_;
  std::set<std::pair<Timestamp, AccountId>> by_time_;  // the same
};

}  // namespace wyrmhall::server
