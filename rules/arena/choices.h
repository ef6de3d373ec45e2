// The choices of a seat without a list of them: how many there are, and which is the n-th.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/arena/board.h"
#include "rules/arena/state.h"
#include "rules/seat.h"

namespace wyrmhall::rules::arena {

// The ways to allocate eight powers (A-13, R-ARENA-27).
inline constexpr std::size_t kAllocations = 1287;

// In the order of section 8 of docs/rules/arena.md, on which records and clients rely.
class Choices {
 public:
  // The state must neither change nor go while this is in use.
  Choices(const State& state, Seat seat);

  [[nodiscard]] std::size_t size() const { return size_; }
  // n < size().
  [[nodiscard]] Action operator[](std::size_t n) const;

 private:
  void find_places();
  void find_turns();
  [[nodiscard]] unsigned ways_to_target(std::uint8_t target) const;
  [[nodiscard]] Action place(unsigned n) const;
  [[nodiscard]] Action turn(unsigned n) const;
  [[nodiscard]] Action modification(unsigned n) const;
  [[nodiscard]] Action trigger(unsigned n) const;

  const State& state_;
  unsigned size_ = 0;
  Squares empty_ = 0;
  std::uint16_t powers_ = 0;              // of the dice to place, one bit a power
  std::array<Squares, kSquares> prey_{};  // what the dragon of the species to move on this square can eliminate
  Squares hunters_ = 0;                   // where there is any
  Squares modifiable_ = 0;
  Squares targets_ = 0;
};

}  // namespace wyrmhall::rules::arena
