// The figures that the rulebook states, reproduced from seeds on small samples.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "rules/duel/rules.h"
#include "rules/search/odds.h"
#include "rules/search/random_bot.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Duel = duel::Game;
using duel::Mode;
using duel::State;

namespace {

struct Figures {
  double decisions = 0;            // per match
  double rounds = 0;               // per match
  double dice = 0;                 // per match
  std::array<double, 8> shares{};  // of wins, by distance of the winning side from the one that started
};

template <class Choose>
Figures measure(duel::Options options, int matches, Choose&& choose) {
  options.dragons.emplace();
  for (int i = 0; i < duel::dragon_count(options); ++i) options.dragons->push_back(i + 1);
  Figures figures;
  for (int match = 0; match < matches; ++match) {
    testing::CountingDice dice(static_cast<std::uint64_t>(match));
    const State end = testing::play<Duel>(options, dice, 77 + static_cast<std::uint64_t>(match), choose,
                                          [&](const State& /*state*/) { figures.decisions += 1; });
    figures.rounds += end.round;
    figures.dice += static_cast<double>(dice.rolls());
    const unsigned starter = options.mode == Mode::battle ? end.first : end.dragons[end.first].side;
    figures.shares.at((end.winner + end.setup.sides - starter) % end.setup.sides) += 1;
  }
  figures.decisions /= matches;
  figures.rounds /= matches;
  figures.dice /= matches;
  for (double& share : figures.shares) share *= 100.0 / matches;
  return figures;
}

void check_near(double found, double stated, double tolerance) {
  CHECK_MESSAGE(std::abs(found - stated) <= tolerance, "found " << found << ", the rulebook states " << stated);
}

}  // namespace

TEST_CASE("random duels") {
  const Figures figures = measure({}, 10'000, random_choice<Duel>);
  check_near(figures.shares[0], 30.2, 1.5);  // exact; a sample of a thousand gave 33
  check_near(figures.rounds, 3.9, 0.3);
  check_near(figures.decisions, 7.3, 0.5);
  check_near(figures.dice, 18, 1.5);
}

// The player that the rulebook's greedy figures were taken with: expected health one step ahead, energy worth 4 and a
// win nothing in itself.
std::optional<duel::Action> rulebook_greedy(const State& state, Seat seat, std::uint64_t /*seed*/) {
  const auto worth = [&](const State& after) {
    double lead = 0;
    for (std::size_t i = 0; i < after.setup.dragons; ++i) {
      const duel::Dragon& dragon = after.dragons[i];
      if (!duel::alive(dragon)) continue;
      const double mine = dragon.side == state.dragons[state.actor].side ? 1 : -1;
      lead += mine * (dragon.health + (4.0 * dragon.energy));
    }
    return lead;
  };
  duel::ActionList list;
  Duel::choices(state, seat, list);
  std::optional<duel::Action> best;
  double most = 0;
  for (const duel::Action& action : list) {
    const double mean = expected_worth<Duel>(state, seat, action, worth).value();
    if (best && mean <= most + 1e-9) continue;
    best = action;
    most = mean;
  }
  return best;
}

TEST_CASE("greedy duels") {
  const Figures figures = measure({}, 500, rulebook_greedy);
  check_near(figures.shares[0], 31, 6);
  check_near(figures.rounds, 4.6, 0.5);
  check_near(figures.decisions, 8.7, 0.9);
}

TEST_CASE("fair duels") {
  duel::Options options;
  options.fair = true;
  check_near(measure(options, 10'000, random_choice<Duel>).shares[0], 46.8,
             1.5);  // exact; a sample of a thousand gave 45
}

TEST_CASE("random battles") {
  duel::Options options;
  options.mode = Mode::battle;
  const Figures two = measure(options, 4'000, random_choice<Duel>);
  check_near(two.shares[0], 52, 4);
  check_near(two.rounds, 5.9, 0.4);
  options.lanes = 3;
  check_near(measure(options, 4'000, random_choice<Duel>).shares[0], 44, 6);
}

TEST_CASE("random arenas, by distance to the left of the starter") {
  duel::Options options;
  options.mode = Mode::arena;
  const Figures seed_order = measure(options, 4'000, random_choice<Duel>);
  check_near(seed_order.shares[0], 21, 5);
  check_near(seed_order.shares[1], 27, 5);
  check_near(seed_order.shares[2], 52, 5);
  options.fair = true;
  const Figures fair = measure(options, 4'000, random_choice<Duel>);
  check_near(fair.shares[0], 28, 5);
  check_near(fair.shares[1], 31, 5);
  check_near(fair.shares[2], 41, 5);
}

TEST_CASE("solitaire: how often the human wins at random") {
  duel::Options options;
  options.mode = Mode::solitaire;
  const auto wins = [&](int enemies) {
    options.enemies = enemies;
    int won = 0;
    for (std::uint64_t match = 0; match < 4'000; ++match) {
      FastDice dice(match);
      const State end =
          testing::play<Duel>(options, dice, match + 5, random_choice<Duel>, [](const State& /*state*/) {});
      won += end.winner == 0 ? 1 : 0;
    }
    return won / 40.0;
  };
  check_near(wins(1), 52, 3);
  check_near(wins(2), 9, 2);
  check_near(wins(3), 1, 1);
}
