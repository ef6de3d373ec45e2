// The state of a match of Heads or Tails. Nothing of it is hidden from anybody.
#pragma once

#include <array>
#include <cstdint>

#include "rules/described.h"
#include "rules/seat.h"

namespace wyrmhall::rules::coin {

inline constexpr Seat kSeats = 2;  // C-1

struct State {
  std::uint8_t to_win = 3;                    // C-2
  std::array<std::uint8_t, kSeats> points{};  // by seat
  Seat seat = 0;                              // who calls; kNoSeat when the match is over

  static constexpr auto kFields = fields(field("to_win", &State::to_win), field("points", &State::points),
                                         field("seat", &State::seat, {.none = kNoSeat}));
  friend bool operator==(const State&, const State&) = default;
};

constexpr Seat other(Seat seat) {
  return static_cast<Seat>(1 - seat);
}

}  // namespace wyrmhall::rules::coin
