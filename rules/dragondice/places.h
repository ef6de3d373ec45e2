// Where dice are, and sets of dice by their numbers.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>

namespace wyrmhall::rules::dragondice {

inline constexpr int kTerrainsInPlay = 3;

// A place of a unit or a dragon: a terrain, or an area of its owner.
struct Place {
  std::uint8_t number = 255;
  friend constexpr auto operator<=>(const Place&, const Place&) = default;
  [[nodiscard]] constexpr bool is_terrain() const { return number < kTerrainsInPlay; }
};
constexpr Place terrain_place(int terrain) {
  return {static_cast<std::uint8_t>(terrain)};
}
inline constexpr Place kFrontier{2};
inline constexpr Place kReserve{3};
inline constexpr Place kDead{4};    // the dead unit area
inline constexpr Place kBuried{5};  // the buried unit area
inline constexpr Place kPool{6};    // of dragons
inline constexpr Place kNowhere{};

// A set of numbers below the bits of a word.
template <std::unsigned_integral Word>
class IndexSet {
 public:
  static constexpr unsigned kMaxIndices = sizeof(Word) * 8;
  constexpr IndexSet() = default;
  static constexpr IndexSet of(unsigned number) { return from_bits(static_cast<Word>(Word{1} << number)); }
  static constexpr IndexSet from_bits(Word bits) {
    IndexSet set;
    set.bits_ = bits;
    return set;
  }
  constexpr void insert(unsigned number) { bits_ = static_cast<Word>(bits_ | (Word{1} << number)); }
  constexpr void erase(unsigned number) { bits_ = static_cast<Word>(bits_ & ~(Word{1} << number)); }
  constexpr void clear() { bits_ = 0; }
  [[nodiscard]] constexpr bool contains(unsigned number) const {
    return number < kMaxIndices && ((bits_ >> number) & Word{1}) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  // There must be one.
  [[nodiscard]] constexpr unsigned first() const { return static_cast<unsigned>(std::countr_zero(bits_)); }
  [[nodiscard]] constexpr Word bits() const { return bits_; }
  [[nodiscard]] constexpr IndexSet with(IndexSet other) const {
    return from_bits(static_cast<Word>(bits_ | other.bits_));
  }
  [[nodiscard]] constexpr IndexSet without(IndexSet other) const {
    return from_bits(static_cast<Word>(bits_ & ~other.bits_));
  }
  [[nodiscard]] constexpr IndexSet and_in(IndexSet other) const {
    return from_bits(static_cast<Word>(bits_ & other.bits_));
  }
  friend constexpr auto operator<=>(const IndexSet&, const IndexSet&) = default;

  class Iterator {
   public:
    constexpr explicit Iterator(Word bits) : bits_(bits) {}
    constexpr unsigned operator*() const { return static_cast<unsigned>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ = static_cast<Word>(bits_ & (bits_ - 1U));
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Word bits_;
  };
  struct Each {
    Word bits;
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }
  };
  // The numbers, ascending.
  [[nodiscard]] constexpr Each each() const { return {bits_}; }

 private:
  Word bits_ = 0;
};

// Units by their numbers, those of both seats; dragons likewise.
using Units = IndexSet<std::uint64_t>;
using Dragons = IndexSet<std::uint8_t>;

}  // namespace wyrmhall::rules::dragondice
