// A bot that takes the choice with the best expected value one step ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "rules/dice/fast_dice.h"
#include "rules/game.h"
#include "rules/search/odds.h"

namespace wyrmhall::rules {

// A choice with more outcomes than this is valued by kGreedySamples random ones instead.
inline constexpr std::size_t kGreedyOutcomes = 20'000;
inline constexpr int kGreedySamples = 400;

// What a choice is worth to the seat: the mean of G::value over its outcomes, exact where they are few enough. An
// action that the rules refuse is worth nothing.
template <ValuedGame G>
double worth_of(const typename G::State& concealed, Seat seat, const typename G::Action& action, FastDice& dice) {
  const auto value = [&](const typename G::State& after) { return G::value(after, seat); };
  const auto exact = expected_worth<G>(concealed, seat, action, value, kGreedyOutcomes);
  if (exact) return *exact;
  if (exact.error() == Unanswered::refused) return 0;
  double sum = 0;
  for (int i = 0; i < kGreedySamples; ++i) {
    typename G::State after = concealed;
    G::act(after, seat, action, dice, NoSink{});
    sum += value(after);
  }
  return sum / kGreedySamples;
}

// The seat's choice of the highest worth; of equal ones, any: a choice that could be foreseen would not be secret.
// Nothing when the seat has none. `concealed` is what the seat may know. The same arguments give the same answer; the
// seed matters where choices are equal and where samples are taken. May run at once. Takes at most (number of choices)
// x (kGreedyOutcomes + kGreedySamples) steps.
template <ValuedGame G>
std::optional<typename G::Action> greedy_choice(const typename G::State& concealed, Seat seat, std::uint64_t seed) {
  // Sums of many odds differ in their last bits where the true values are equal.
  constexpr double kSame = 1e-9;
  typename G::ActionList list;
  G::choices(concealed, seat, list);
  FastDice dice(seed);
  std::optional<typename G::Action> best;
  double most = 0;
  std::uint64_t equal = 0;
  for (const auto& action : list) {
    const double worth = worth_of<G>(concealed, seat, action, dice);
    if (best && worth < most - kSame) continue;
    equal = best && worth <= most + kSame ? equal + 1 : 1;
    if (dice.below(equal) != 0) continue;  // the n-th of equal ones takes the place of those before it once in n times
    best = action;
    most = worth;
  }
  return best;
}

}  // namespace wyrmhall::rules
