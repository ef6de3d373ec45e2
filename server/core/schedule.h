// When each of many, such as matches or tables, is to be looked at next. To find those whose time has come takes no
// work for any of the others.
#pragma once

#include <optional>
#include <set>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/environment.h"
#include "server/core/ids.h"

namespace wyrmhall::server {

template <IdType Id>
class Schedule {
 public:
  // At that time, replacing any that was set before.
  void at(const Id& id, Timestamp time) {
    const auto [known, fresh] = times_.try_emplace(id, time);
    if (!fresh) {
      if (known->second == time) return;
      due_.erase({known->second, id});
      known->second = time;
    }
    due_.emplace(time, id);
  }
  // At that time, or sooner if a sooner one was set: for a time that nearly always moves on before it comes, which then
  // costs no more than one look too many.
  void by(const Id& id, Timestamp time) {
    const auto known = times_.find(id);
    if (known == times_.end() || known->second > time) at(id, time);
  }
  void forget(const Id& id) {
    const auto known = times_.find(id);
    if (known == times_.end()) return;
    due_.erase({known->second, id});
    times_.erase(known);
  }
  // Takes out the next one whose time has come.
  std::optional<Id> take_due(Timestamp now) {
    if (due_.empty() || due_.begin()->first > now) return std::nullopt;
    const Id id = due_.begin()->second;
    forget(id);
    return id;
  }
  [[nodiscard]] std::size_t size() const { return times_.size(); }

 private:
  std::set<std::pair<Timestamp, Id>> due_;
  boost::unordered_flat_map<Id, Timestamp, IdHash> times_;  // the same by id
};

}  // namespace wyrmhall::server
