// Who has kept others waiting lately: at tables, where they did not get ready, did not reveal, or left in the middle of
// the hand-shake; or in matches, which they left without a word until their time was up or another claimed it.
// FindTable does not serve them for a while, which is longer the more often it happened.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <unordered_map>
#include <utility>

#include "server/core/ids.h"

namespace wyrmhall::server {

class Lapses {
 public:
  void add(const AccountId& account, Timestamp now);
  // Until when FindTable brings nobody together with this account; a time in the past if it does so now.
  [[nodiscard]] Timestamp paused_until(const AccountId& account) const;

  [[nodiscard]] std::size_t size() const { return order_.size(); }

 private:
  struct Record {
    int count = 0;  // that are remembered
    Timestamp last{};
  };
  void forget(Timestamp now);

  std::deque<std::pair<Timestamp, AccountId>> order_;  // all that are remembered, oldest first
  std::unordered_map<AccountId, Record, IdHash> records_;
};

}  // namespace wyrmhall::server
