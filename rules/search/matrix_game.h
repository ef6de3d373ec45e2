// Two players choose at the same time, each without seeing the other's choice: a matrix game, and how to play it. What
// one wins the other need not lose: each cell has a payoff for each.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "rules/dice/fast_dice.h"

namespace wyrmhall::rules {

// The most choices that a player can have.
inline constexpr std::size_t kMaxMatrix = 8;

// One number for each choice; 0 for choices that do not exist.
using ChoiceValues = std::array<float, kMaxMatrix>;

// What each choice of one player pays against each choice of the other.
struct Payoffs {
  std::size_t own = 1;                             // how many choices, 1..kMaxMatrix
  std::size_t other = 1;                           // those of the other
  std::array<ChoiceValues, kMaxMatrix> against{};  // by the other's choice, then by the own one

  // What each choice pays against a mixed strategy.
  [[nodiscard]] ChoiceValues mean_against(const ChoiceValues& odds) const {
    ChoiceValues mean{};
    for (std::size_t theirs = 0; theirs < other; ++theirs) {
      for (std::size_t i = 0; i < kMaxMatrix; ++i) mean[i] += odds[theirs] * against[theirs][i];
    }
    return mean;
  }
};

inline float dot(const ChoiceValues& a, const ChoiceValues& b) {
  float sum = 0;
  for (std::size_t i = 0; i < kMaxMatrix; ++i) sum += a[i] * b[i];
  return sum;
}

struct MatrixGame {
  std::array<Payoffs, 2> players;

  MatrixGame(std::size_t first, std::size_t second)
      : players{{{.own = first, .other = second}, {.own = second, .other = first}}} {}

  void set(std::size_t first, std::size_t second, float pays_first, float pays_second) {
    players[0].against[second][first] = pays_first;
    players[1].against[first][second] = pays_second;
  }
};

// How both play, as odds of their choices, and what each can expect of that.
struct MixedStrategies {
  std::array<ChoiceValues, 2> odds{};
  std::array<float, 2> value{};
};

inline std::array<float, 2> value_of(const MatrixGame& game, const std::array<ChoiceValues, 2>& odds) {
  return {dot(odds[0], game.players[0].mean_against(odds[1])), dot(odds[1], game.players[1].mean_against(odds[0]))};
}

// What a player would gain by its best reply to the other's strategy. Nothing for both: an equilibrium.
inline float gain_of_best_reply(const MatrixGame& game, const MixedStrategies& strategies, std::size_t player) {
  const Payoffs& payoffs = game.players[player];
  const ChoiceValues mean = payoffs.mean_against(strategies.odds[1 - player]);
  const float best = *std::max_element(mean.begin(), mean.begin() + static_cast<std::ptrdiff_t>(payoffs.own));
  return best - dot(strategies.odds[player], mean);
}

inline ChoiceValues evenly(std::size_t choices) {
  ChoiceValues odds{};
  std::fill_n(odds.begin(), choices, 1.0F / static_cast<float>(choices));
  return odds;
}

namespace detail {

// The regrets of one player, none below 0, and the sum of what it has played.
struct Regrets {
  ChoiceValues regret{};
  ChoiceValues sum{};
  ChoiceValues odds{};

  explicit Regrets(std::size_t choices) : odds(evenly(choices)) {}

  // Learns from what the other plays. Later rounds count for more, in the proportion of their numbers.
  void learn(const Payoffs& payoffs, const ChoiceValues& theirs, int round) {
    const ChoiceValues mean = payoffs.mean_against(theirs);
    const float value = dot(odds, mean);
    float total = 0;
    for (std::size_t i = 0; i < payoffs.own; ++i) {
      regret[i] = std::max(0.0F, regret[i] + mean[i] - value);
      total += regret[i];
    }
    if (total > 0) {
      for (std::size_t i = 0; i < payoffs.own; ++i) odds[i] = regret[i] / total;
    }
    for (std::size_t i = 0; i < payoffs.own; ++i) sum[i] += odds[i] * static_cast<float>(round);
  }

  // What it played on average, without choices that it hardly ever played.
  [[nodiscard]] ChoiceValues average() const {
    constexpr float kHardly = 0.005F;
    float all = 0;
    for (const float each : sum) all += each;
    ChoiceValues kept{};
    float total = 0;
    for (std::size_t i = 0; i < kMaxMatrix; ++i) {
      kept[i] = sum[i] < kHardly * all ? 0 : sum[i];
      total += kept[i];
    }
    for (float& each : kept) each /= total;
    return kept;
  }
};

}  // namespace detail

// Strategies that neither gains much by leaving, found by regret matching (RM+, players in turn, linear averages). In a
// zero-sum game they come to an equilibrium as the rounds go on; where payoffs are not quite opposed,
// gain_of_best_reply() tells how near they are.
inline MixedStrategies match_regrets(const MatrixGame& game, int rounds) {
  const auto& [first, second] = game.players;
  detail::Regrets one(first.own);
  detail::Regrets two(second.own);
  for (int round = 1; round <= rounds; ++round) {
    one.learn(first, two.odds, round);
    two.learn(second, one.odds, round);
  }
  MixedStrategies found;
  found.odds = {one.average(), two.average()};
  found.value = value_of(game, found.odds);
  return found;
}

// How a player plays who expects the other to play anything: a choice that pays 1 / steepness more is taken e times as
// often.
inline MixedStrategies reply_loosely(const MatrixGame& game, float steepness) {
  MixedStrategies found;
  for (std::size_t player = 0; player < 2; ++player) {
    const Payoffs& payoffs = game.players[player];
    const ChoiceValues mean = payoffs.mean_against(evenly(payoffs.other));
    ChoiceValues& odds = found.odds[player];
    float total = 0;
    for (std::size_t i = 0; i < payoffs.own; ++i) total += odds[i] = std::exp(steepness * mean[i]);
    for (float& each : odds) each /= total;
  }
  found.value = value_of(game, found.odds);
  return found;
}

// One of `choices` by its odds.
inline std::size_t draw(const ChoiceValues& odds, std::size_t choices, FastDice& dice) {
  constexpr std::uint64_t kParts = 1U << 24U;
  float left = static_cast<float>(dice.below(kParts)) / static_cast<float>(kParts);
  std::size_t last = 0;
  for (std::size_t i = 0; i < choices; ++i) {
    if (odds[i] <= 0) continue;
    last = i;
    left -= odds[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace wyrmhall::rules
