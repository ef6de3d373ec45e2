// Seats: who sits where in a match, and who may look at it.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <initializer_list>

namespace wyrmhall::rules {

// A seat of a match, numbered from 0. At most kMaxSeats of them.
using Seat = std::uint8_t;
inline constexpr int kMaxSeats = 8;
inline constexpr Seat kNoSeat = 255;

// A set of seats, one bit each.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  constexpr SeatSet(std::initializer_list<Seat> seats) {
    for (Seat seat : seats) insert(seat);
  }
  static constexpr SeatSet from_bits(std::uint32_t bits) {
    SeatSet set;
    set.bits_ = static_cast<std::uint8_t>(bits);
    return set;
  }

  constexpr void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << seat)); }
  constexpr void erase(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << seat)); }
  [[nodiscard]] constexpr bool contains(Seat seat) const { return seat < kMaxSeats && ((bits_ >> seat) & 1U) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

// Somebody who looks at a match: a seat of it, or a spectator, who knows only what is public.
struct Viewer {
  Seat seat = kNoSeat;
  [[nodiscard]] constexpr bool is_spectator() const { return seat == kNoSeat; }
  friend constexpr bool operator==(Viewer, Viewer) = default;
};
inline constexpr Viewer kSpectator{};

}  // namespace wyrmhall::rules
