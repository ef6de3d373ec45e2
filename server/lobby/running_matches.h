// How many matches run, in all, of each account and from each address, and how often each has started one lately. These
// limits only refuse somebody who would start or join another match: what runs goes on.
//
// What an account plays is read from the store when it signs in, and forgotten when its last connection is gone. The
// address from which a match was started is known as long as the match runs, or until the server ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/address_count.h"
#include "server/core/environment.h"
#include "server/core/ids.h"
#include "server/core/outbox.h"
#include "server/core/rates.h"

namespace wyrmhall::server {

class RunningMatches {
 public:
  explicit RunningMatches(const Environment& environment) : environment_(environment) {}

  // The store has found this many that run, before any starts or ends in this run of the server.
  void found(std::int64_t running) { in_all_ += running; }
  // The lobby, which counts them, has come here from another server, and the store has found this many; or it has gone,
  // and there is nothing to count. What ends in these moments may be counted wrongly until the next time.
  void recount(std::int64_t running) { in_all_ = running; }
  // An account has opened its first connection, and has seats in these.
  void came(const AccountId& account, std::span<const MatchId> running) {
    by_account_[account].assign(running.begin(), running.end());
  }
  // Its last connection is gone.
  void went(const AccountId& account) { by_account_.erase(account); }

  // A match has started; `from`: where its seats' connections are, null for a bot's. `over`: it has ended meanwhile.
  void started(const persistence::MatchRow& row, std::span<const SharedAddress> from, bool over);
  // The same of an account that is connected, where another server has the lobby and counts.
  void joins(const AccountId& account, const MatchId& match);
  // A match that ran is over; once for each.
  void ended(const MatchId& match, const std::vector<AccountId>& accounts);

  // The running matches of an account that is connected.
  [[nodiscard]] std::span<const MatchId> of(const AccountId& account) const;
  // Whether an account that is connected has a seat in this match, and it runs.
  [[nodiscard]] bool plays(const AccountId& account, const MatchId& match) const;
  // Why an account may not join one more match now, if it may not.
  [[nodiscard]] std::optional<pb::Refusal> refusal_of(const AccountId& account, const SharedAddress& address);

  [[nodiscard]] std::int64_t in_all() const { return in_all_; }

 private:
  SharedAddress shared(const PeerAddress& address);
  void release(SharedAddress address);

  const Environment& environment_;
  std::int64_t in_all_ = 0;  // a match may end before it is heard that it was started
  boost::unordered_flat_map<AccountId, std::vector<MatchId>, IdHash> by_account_;
  boost::unordered_flat_map<MatchId, std::vector<SharedAddress>, IdHash> addresses_;  // of each match
  std::unordered_map<std::string, SharedAddress> known_;  // by its narrowest group: one for all its matches
  AddressCount seats_;
  Rates<AccountId, IdHash> account_starts_;
  Rates<std::string> address_starts_;  // by group of addresses
};

}  // namespace wyrmhall::server
