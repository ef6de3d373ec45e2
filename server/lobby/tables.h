// All tables, by age.
//
// Whoever gets at a table gets at it here, where that is counted: so tests see that no command and no tick goes through
// all of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "server/core/schedule.h"
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
    schedule_.forget(id);
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
    if (at == kNever) {
      schedule_.forget(id);
    } else {
      schedule_.at(id, at);
    }
  }
  // Takes out the next table whose time has come.
  std::optional<TableId> take_due(Timestamp now) { return schedule_.take_due(now); }

 private:
  std::map<TableId, Place> places_;
  Schedule<TableId> schedule_;
  mutable std::uint64_t looked_at_ = 0;
};

}  // namespace wyrmhall::server
