// Matches played at random from a seed, for tests.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dice/fast_dice.h"
#include "rules/game.h"
#include "rules/search/random_bot.h"

namespace wyrmhall::rules::testing {

// A FastDice that counts its rolls.
class CountingDice {
 public:
  explicit CountingDice(std::uint64_t seed) : dice_(seed) {}
  int roll(int sides) {
    ++rolls_;
    return dice_.roll(sides);
  }
  [[nodiscard]] std::uint64_t rolls() const { return rolls_; }

 private:
  FastDice dice_;
  std::uint64_t rolls_ = 0;
};

// The lowest seat that has something to decide.
inline Seat first_waiting(SeatSet waiting) {
  Seat seat = 0;
  while (!waiting.contains(seat)) ++seat;
  return seat;
}

// Plays a match to its end: choose(state, seat, seed) decides, visit(state) sees every state in which a seat has to.
template <Game G, class D, class Choose, class Visit>
typename G::State play(const typename G::Options& options, D& dice, std::uint64_t seed, Choose&& choose,
                       Visit&& visit) {
  auto started = start<G>(options, newest_version<G>(), dice);
  typename G::State state = started.value();
  FastDice seeds(seed);
  while (!G::outcome(state)) {
    visit(state);
    const Seat seat = first_waiting(G::waiting_on(state));
    const auto action = choose(G::conceal(state, Viewer{seat}), seat, seeds.bits());
    (void)apply<G>(state, seat, action.value(), dice);
  }
  return state;
}

}  // namespace wyrmhall::rules::testing
