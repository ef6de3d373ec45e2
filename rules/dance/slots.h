// A flag for each die of a side, by slot: a list of bools, one bit each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wyrmhall::rules::dance {

inline constexpr std::uint8_t kKnightDice = 5;
inline constexpr std::uint8_t kDragonDice = 3;
inline constexpr std::uint8_t kAllDice = kKnightDice + kDragonDice;

class Slots {
 public:
  using value_type = bool;

  class Iterator {
   public:
    using value_type = bool;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    constexpr Iterator(std::uint32_t bits, std::uint32_t slot) : bits_(bits), slot_(slot) {}
    constexpr bool operator*() const { return ((bits_ >> slot_) & 1U) != 0; }
    constexpr Iterator& operator++() {
      ++slot_;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++slot_;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint32_t bits_ = 0;
    std::uint32_t slot_ = 0;
  };

  constexpr Slots() = default;
  explicit constexpr Slots(std::uint8_t count) : count_(count) {}

  // Nothing where there is no die.
  constexpr void set(std::int8_t slot) { bits_ = static_cast<std::uint8_t>(bits_ | bit(slot)); }
  constexpr void reset() { bits_ = 0; }
  [[nodiscard]] constexpr bool contains(std::int8_t slot) const { return (bits_ & bit(slot)) != 0; }
  // Slots as bits: those that are not set, and all there are.
  [[nodiscard]] constexpr std::uint32_t unset() const { return ~std::uint32_t{bits_} & all(); }
  [[nodiscard]] constexpr std::uint32_t all() const { return (1U << count_) - 1U; }
  static constexpr std::uint32_t bit(std::int8_t slot) { return slot < 0 ? 0U : 1U << slot; }

  // As of a list.
  static constexpr std::size_t capacity() { return kKnightDice; }
  constexpr void clear() { *this = {}; }
  constexpr void push_back(bool flag) {
    bits_ = static_cast<std::uint8_t>(bits_ | ((flag ? 1U : 0U) << count_));
    ++count_;
  }
  [[nodiscard]] constexpr std::size_t size() const { return count_; }
  constexpr bool operator[](std::size_t slot) const { return ((bits_ >> slot) & 1U) != 0; }
  [[nodiscard]] constexpr Iterator begin() const { return {bits_, 0}; }
  [[nodiscard]] constexpr Iterator end() const { return {bits_, count_}; }
  friend constexpr bool operator==(Slots, Slots) = default;

 private:
  std::uint8_t bits_ = 0;
  std::uint8_t count_ = 0;
};

}  // namespace wyrmhall::rules::dance
