// Whom FindTable has brought together lately, and after how long: so that the same two do not meet again and again
// while somebody else waits, and so that people can be told how long others have waited. Kept in memory: after a
// restart nothing is known. All calls come from one thread at a time.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/core/ids.h"
#include "server/core/limits.h"

namespace wyrmhall::server {

class Encounters {
 public:
  // `comer` sits down with these, who have waited so long for a match of this game.
  void note(const AccountId& comer, const std::vector<AccountId>& waiting, const std::string& game, Duration waited);
  // Whether these two were brought together the last time that it concerned either of them.
  [[nodiscard]] bool just_met(const AccountId& one, const AccountId& other) const;
  // For how long people have waited in the middle case of the last kWaitsRemembered; nothing where nobody has.
  [[nodiscard]] std::optional<Duration> usual_wait(const std::string& game) const;

  [[nodiscard]] std::size_t size() const { return last_.size(); }

 private:
  void remember(const AccountId& account, const AccountId& met);

  std::unordered_map<AccountId, AccountId, IdHash> last_;  // whom an account has met last
  std::deque<AccountId> order_;                            // those in it, the oldest first; some are there twice
  std::unordered_map<std::string, std::deque<Duration>> waits_;
};

}  // namespace wyrmhall::server
