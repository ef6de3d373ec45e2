// A set of small numbers in ascending order: dice of a turn, heroes, slots of items, seats.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <initializer_list>

namespace wyrmhall::rules::hunt {

class Places {
 public:
  static constexpr unsigned kMaxPlaces = 8;  // so the numbers are 0 to 7

  constexpr Places() = default;
  constexpr Places(std::initializer_list<unsigned> places) {
    for (const unsigned place : places) insert(place);
  }
  static constexpr Places from_bits(unsigned bits) {
    Places places;
    places.bits_ = static_cast<std::uint8_t>(bits);
    return places;
  }
  // 0..count-1.
  static constexpr Places first(unsigned count) { return from_bits((1U << count) - 1); }

  constexpr void insert(unsigned place) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << place)); }
  constexpr void erase(unsigned place) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << place)); }
  constexpr void clear() { bits_ = 0; }
  [[nodiscard]] constexpr bool contains(unsigned place) const {
    return place < kMaxPlaces && ((bits_ >> place) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr unsigned bits() const { return bits_; }
  // The highest; there must be one.
  [[nodiscard]] constexpr int last() const { return std::bit_width(bits_) - 1; }

  // for (const unsigned place : places.each())
  struct Iterator {
    unsigned left = 0;
    constexpr unsigned operator*() const { return static_cast<unsigned>(std::countr_zero(left)); }
    constexpr Iterator& operator++() {
      left &= left - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;
  };
  struct Each {
    unsigned left = 0;
    [[nodiscard]] constexpr Iterator begin() const { return {left}; }
    [[nodiscard]] constexpr Iterator end() const { return {}; }
  };
  [[nodiscard]] constexpr Each each() const { return {bits_}; }

  friend constexpr auto operator<=>(const Places&, const Places&) = default;

 private:
  std::uint8_t bits_ = 0;
};

}  // namespace wyrmhall::rules::hunt
