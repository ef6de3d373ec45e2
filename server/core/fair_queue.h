// What waits for one place where it is worked on, in turns: the oldest request of one asker, then of the next. Those
// who ask for a lot wait longer, and nobody else does.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace wyrmhall::server {

// `Key`: the asker's, with an order.
template <class Key, class Item>
class FairQueue {
 public:
  void put(const Key& key, Item item) {
    waiting_[key].push_back(std::move(item));
    ++size_;
  }

  // The next; nothing where nothing waits.
  std::optional<Item> take() {
    if (waiting_.empty()) return std::nullopt;
    auto next = last_ ? waiting_.upper_bound(*last_) : waiting_.begin();
    if (next == waiting_.end()) next = waiting_.begin();
    last_ = next->first;
    std::optional<Item> item = std::move(next->second.front());
    next->second.pop_front();
    if (next->second.empty()) waiting_.erase(next);
    --size_;
    return item;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t size_of(const Key& key) const {
    const auto found = waiting_.find(key);
    return found == waiting_.end() ? 0 : found->second.size();
  }

 private:
  std::map<Key, std::deque<Item>> waiting_;  // by whom, the oldest first
  std::optional<Key> last_;                  // whose turn was last
  std::size_t size_ = 0;
};

// The same in two levels: groups take turns, and in each of them its members, so that many accounts from one address
// wait for each other and not others for them.
template <class Group, class Key, class Item>
class FairGroups {
 public:
  void put(const Group& group, const Key& key, Item item) { groups_[group].put(key, std::move(item)); }

  // The next of the groups that may(group) lets have a turn now; nothing where none of them waits.
  template <class May>
  std::optional<Item> take(May&& may) {
    auto next = last_ ? groups_.upper_bound(*last_) : groups_.begin();
    for (std::size_t looked_at = 0; looked_at < groups_.size(); ++looked_at, ++next) {
      if (next == groups_.end()) next = groups_.begin();
      if (!may(next->first)) continue;
      last_ = next->first;
      std::optional<Item> item = next->second.take();
      if (next->second.size() == 0) groups_.erase(next);
      return item;
    }
    return std::nullopt;
  }

 private:
  std::map<Group, FairQueue<Key, Item>> groups_;  // none is empty
  std::optional<Group> last_;                     // whose turn was last
};

}  // namespace wyrmhall::server
