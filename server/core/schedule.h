// When each of many matches is to be looked at next. Finding those whose time has come costs nothing for all others.
#pragma once

#include <optional>
#include <set>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/environment.h"
#include "server/core/ids.h"

namespace wyrmhall::server {

class Schedule {
 public:
  // At that time, and at no other that was said before.
  void at(const MatchId& match, Timestamp time) {
    const auto [known, fresh] = times_.try_emplace(match, time);
    if (!fresh) {
      if (known->second == time) return;
      due_.erase({known->second, match});
      known->second = time;
    }
    due_.emplace(time, match);
  }
  // At that time, or sooner where that was said before: for a time that nearly always moves on before it comes, which
  // then costs nothing but one look too many.
  void by(const MatchId& match, Timestamp time) {
    const auto known = times_.find(match);
    if (known == times_.end() || known->second > time) at(match, time);
  }
  void forget(const MatchId& match) {
    const auto known = times_.find(match);
    if (known == times_.end()) return;
    due_.erase({known->second, match});
    times_.erase(known);
  }
  // Takes out the next one whose time has come.
  std::optional<MatchId> take_due(Timestamp now) {
    if (due_.empty() || due_.begin()->first > now) return std::nullopt;
    const MatchId match = due_.begin()->second;
    forget(match);
    return match;
  }
  [[nodiscard]] std::size_t size() const { return times_.size(); }

 private:
  std::set<std::pair<Timestamp, MatchId>> due_;
  boost::unordered_flat_map<MatchId, Timestamp, IdHash> times_;  // the same by match
};

}  // namespace wyrmhall::server
