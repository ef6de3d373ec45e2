// A list of actions. It is like an InlineVector, but its places hold nothing until something is put there: clearing
// room for thousands of actions at every decision would take longer than the decision.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "rules/dragondice/action.h"
#include "rules/dragondice/options.h"

namespace wyrmhall::rules::dragondice {

class ActionList {
 public:
  using value_type = Action;
  ActionList() {}  // NOLINT: the places are left as they are
  // The most ways in which the losses of a whole force can be chosen; other questions have far fewer answers.
  static constexpr std::size_t capacity() { return kMaxLosses; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool full() const { return size_ == capacity(); }
  void clear() { size_ = 0; }
  void push_back(const Action& action) {
    assert(size_ < capacity());
    std::construct_at(begin() + size_++, action);
  }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  Action& operator[](std::size_t i) { return begin()[i]; }
  const Action& operator[](std::size_t i) const { return begin()[i]; }
  [[nodiscard]] const Action& back() const { return begin()[size_ - 1U]; }
  Action* begin() { return reinterpret_cast<Action*>(bytes_.data()); }
  Action* end() { return begin() + size_; }
  [[nodiscard]] const Action* begin() const { return reinterpret_cast<const Action*>(bytes_.data()); }
  [[nodiscard]] const Action* end() const { return begin() + size_; }
  [[nodiscard]] bool contains(const Action& action) const { return std::find(begin(), end(), action) != end(); }

  friend bool operator==(const ActionList& a, const ActionList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static_assert(std::is_trivially_copyable_v<Action>);
  std::size_t size_ = 0;
  alignas(Action) std::array<std::byte, kMaxLosses * sizeof(Action)> bytes_;
};

}  // namespace wyrmhall::rules::dragondice
