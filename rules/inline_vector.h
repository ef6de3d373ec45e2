// A vector of at most N small values that lives where it is declared: no allocation on a turn's path, and a State that
// holds one is copied with a memcpy.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace wyrmhall::rules {

template <class T, std::size_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T> && N < 65536);

 public:
  using value_type = T;
  constexpr InlineVector() = default;
  constexpr InlineVector(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }

  static constexpr std::size_t capacity() { return N; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr bool full() const { return size_ == N; }
  constexpr void clear() { size_ = 0; }
  constexpr void push_back(const T& value) {
    assert(size_ < N);
    values_[size_++] = value;
  }
  constexpr void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  constexpr T& operator[](std::size_t i) { return values_[i]; }
  constexpr const T& operator[](std::size_t i) const { return values_[i]; }
  constexpr const T& back() const { return values_[size_ - 1U]; }
  constexpr T* begin() { return values_.data(); }
  constexpr T* end() { return values_.data() + size_; }
  constexpr const T* begin() const { return values_.data(); }
  constexpr const T* end() const { return values_.data() + size_; }
  [[nodiscard]] constexpr bool contains(const T& value) const { return std::find(begin(), end(), value) != end(); }

  friend constexpr bool operator==(const InlineVector& a, const InlineVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::uint16_t size_ = 0;
  std::array<T, N> values_{};
};

}  // namespace wyrmhall::rules
