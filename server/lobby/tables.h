// All tables, by age.
//
// Whoever gets at a table gets at it here, where that is counted: so tests see that no command and no tick goes through
// all of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "server/lobby/place.h"

namespace wyrmhall::server {

class Tables {
 public:
  Place& add(const TableId& id) {
    Place& place = places_[id];
    place.id = id;
    return place;
  }
  void erase(const TableId& id) {
    schedule(id, kNever);
    places_.erase(id);
  }
  // Null when there is none.
  [[nodiscard]] Place* find(const TableId& id) {
    ++looked_at_;
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] const Place* find(const TableId& id) const {
    ++looked_at_;
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &found->second;
  }
  // Calls look(place) for those after `after`, oldest first, until it returns false.
  template <class Look>
  void look_from(const std::optional<TableId>& after, Look&& look) const {
    for (auto it = after ? places_.upper_bound(*after) : places_.begin(); it != places_.end(); ++it) {
      ++looked_at_;
      if (!look(it->second)) return;
    }
  }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  // How often one was looked at, since the beginning.
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }

  // --- Clocks ---

  // The next time at which something is to be done at a table; kNever for none.
  void schedule(const TableId& id, Timestamp at) {
    const auto before = times_.find(id);
    if (before != times_.end() && before->second == at) return;
    if (before != times_.end()) {
      due_.erase({before->second, id});
      times_.erase(before);
    }
    if (at == kNever) return;
    due_.emplace(at, id);
    times_.emplace(id, at);
  }
  // Takes out the next table whose time has come.
  std::optional<TableId> take_due(Timestamp now) {
    if (due_.empty() || due_.begin()->first > now) return std::nullopt;
    const TableId id = due_.begin()->second;
    schedule(id, kNever);
    return id;
  }

 private:
  std::map<TableId, Place> places_;
  std::set<std::pair<Timestamp, TableId>> due_;
  std::map<TableId, Timestamp> times_;  // the same by table
  mutable std::uint64_t looked_at_ = 0;
};

}  // namespace wyrmhall::server
