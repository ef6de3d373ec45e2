// Records of finished matches for those who export them. Each is made once, whoever asks for it and for how many parts;
// the latest are remembered, so that the next part is there. A session has one export at work at a time.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "server/core/ids.h"
#include "server/core/waits.h"

namespace wyrmhall::server {

class Exports {
 public:
  // Who waits for a part, from this byte on.
  struct Waiter {
    Asker asker;
    std::uint64_t offset = 0;
  };

  // Remembers records of at most so many bytes together, and the latest one however long it is.
  explicit Exports(std::size_t bytes) : bytes_most_(bytes) {}

  // A record that is remembered; null otherwise. Good until the next call of anything here.
  [[nodiscard]] const std::string* find(const MatchId& match);
  [[nodiscard]] bool is_at_work_for(SessionId session) const { return at_work_.contains(session.number); }
  // A session that has none at work waits for a record from now on. True when it is to be made: nobody waited for it.
  bool wait(const MatchId& match, const Waiter& waiter);
  // Who waits for this record.
  [[nodiscard]] std::span<const Waiter> waiting(const MatchId& match) const;
  // The record was made, or cannot be. All who waited for it.
  std::vector<Waiter> made(const MatchId& match, const std::optional<std::string>& record);
  // Forgets everything, also what is being made: what records say has changed.
  void forget();

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Waiting {
    std::vector<Waiter> waiters;
    bool good = true;  // to be remembered
  };
  using Remembered = std::list<std::pair<MatchId, std::string>>;  // the latest used first

  std::size_t bytes_most_;
  std::size_t bytes_ = 0;
  Remembered remembered_;
  boost::unordered_flat_map<MatchId, Remembered::iterator, IdHash> by_match_;
  boost::unordered_flat_map<MatchId, Waiting, IdHash> waiting_;
  boost::unordered_flat_set<std::uint64_t> at_work_;  // numbers of sessions
};

}  // namespace wyrmhall::server
