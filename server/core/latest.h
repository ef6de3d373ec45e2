// Remembers by key what was made, so that the next to ask need not wait for it: what was used last, up to a given
// number of bytes, and the very latest however long it is.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <optional>
#include <utility>

namespace wyrmhall::server {

// `Key` has an order.
template <class Key, class Value>
class Latest {
 public:
  explicit Latest(std::size_t bytes) : most_(bytes) {}

  // Null where it is not remembered. Good until the next call that changes anything.
  [[nodiscard]] const Value* find(const Key& key) {
    const auto known = by_key_.find(key);
    if (known == by_key_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, known->second);
    return &known->second->value;
  }

  // It is no longer remembered; nothing if it was not.
  [[nodiscard]] std::optional<Value> take(const Key& key) {
    const auto known = by_key_.find(key);
    if (known == by_key_.end()) return std::nullopt;
    std::optional<Value> value = std::move(known->second->value);
    forget(key);
    return value;
  }

  // Replaces what was there. `bytes`: the size that it counts for.
  void put(const Key& key, Value value, std::size_t bytes) {
    forget(key);
    bytes_ += bytes;
    kept_.push_front({key, std::move(value), bytes});
    by_key_[key] = kept_.begin();
    while (bytes_ > most_ && kept_.size() > 1) forget(Key(kept_.back().key));
  }

  void forget(const Key& key) {
    const auto known = by_key_.find(key);
    if (known == by_key_.end()) return;
    bytes_ -= known->second->bytes;
    kept_.erase(known->second);
    by_key_.erase(known);
  }

  void forget() {
    kept_.clear();
    by_key_.clear();
    bytes_ = 0;
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Made {
    Key key;
    Value value;
    std::size_t bytes = 0;
  };
  using Kept = std::list<Made>;  // the latest used first

  std::size_t most_;
  std::size_t bytes_ = 0;
  Kept kept_;
  std::map<Key, typename Kept::iterator> by_key_;
};

}  // namespace wyrmhall::server
