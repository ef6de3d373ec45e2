// All tables, by age.
//
// Every access to a table goes through here and is counted, so tests see that no command and no tick goes through all
// of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/schedule.h"
#include "server/lobby/held_table.h"

namespace wyrmhall::server {

class Tables {
 public:
  HeldTable& add(const TableId& id) {
    HeldTable& held = held_[id];
    held.id = id;
    by_id_[id] = &held;
    return held;
  }
  void erase(const TableId& id) {
    schedule_.forget(id);
    by_id_.erase(id);
    held_.erase(id);
  }
  // Null when there is none.
  [[nodiscard]] HeldTable* find(const TableId& id) {
    ++looked_at_;
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
  }
  [[nodiscard]] const HeldTable* find(const TableId& id) const {
    ++looked_at_;
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
  }
  // Calls look(held) for those after `after`, oldest first, until it returns false.
  template <class Look>
  void look_from(const std::optional<TableId>& after, Look&& look) const {
    for (auto it = after ? held_.upper_bound(*after) : held_.begin(); it != held_.end(); ++it) {
      ++looked_at_;
      if (!look(it->second)) return;
    }
  }
  [[nodiscard]] std::size_t size() const { return held_.size(); }
  // How often a table was looked at, since the beginning.
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }

  // --- Clocks ---

  // The next time at which something is to be done at a table; kNever for none.
  void schedule(const TableId& id, Timestamp at) {
    if (at == kNever) {
      schedule_.forget(id);
    } else {
      schedule_.at(id, at);
    }
  }
  // Takes out the next table whose time has come.
  std::optional<TableId> take_due(Timestamp now) { return schedule_.take_due(now); }

 private:
  std::map<TableId, HeldTable> held_;  // by age
  // FindTable looks for dozens at a time: in the map that took most of its time.
  boost::unordered_flat_map<TableId, HeldTable*, IdHash> by_id_;
  Schedule<TableId> schedule_;
  mutable std::uint64_t looked_at_ = 0;
};

}  // namespace wyrmhall::server
