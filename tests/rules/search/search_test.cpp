#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "rules/arena/rules.h"
#include "rules/duel/rules.h"
#include "rules/search/greedy_bot.h"
#include "rules/search/odds.h"
#include "rules/search/random_bot.h"
#include "tests/rules/arena/options.h"
#include "tests/rules/duel/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using duel::Action;
using duel::ActionKind;
using Duel = duel::Game;
using duel::State;

namespace {

State fresh_duel() {
  duel::Options options;
  options.dragons = {{1, 2}};
  FastDice dice(1);
  State state = start<Duel>(options, 1, dice).value();
  return state;
}

int damage(const State& /*state*/, std::span<const duel::Event> story) {
  for (const auto& event : story) {
    if (const auto* fight = std::get_if<duel::Fight>(&event)) return fight->damage;
  }
  return -1;
}

// The most outcomes of any choice that was met in a random match of each of these options: each must be
// one whose odds can be told.
template <Game G>
std::size_t most_outcomes(const std::vector<typename G::Options>& all) {
  std::size_t most = 0;
  std::uint64_t seed = 0;
  for (const auto& options : all) {
    FastDice dice(++seed);
    const auto choose = [](const auto& state, Seat seat, std::uint64_t at) {
      return random_choice<G>(state, seat, at);
    };
    testing::play<G>(options, dice, seed, choose, [&](const typename G::State& state) {
      const Seat seat = testing::first_waiting(G::waiting_on(state));
      typename G::ActionList list;
      G::choices(state, seat, list);
      for (const auto& action : list) {
        std::size_t outcomes = 0;
        const auto count = [&](const typename G::State& /*after*/, double /*odds*/) { ++outcomes; };
        CHECK(visit_outcomes<G>(state, seat, action, count).has_value());
        most = std::max(most, outcomes);
      }
    });
  }
  return most;
}

Action against(const State& state, ActionKind kind) {
  return {.kind = kind, .target = static_cast<std::uint8_t>(1 - state.actor)};
}

}  // namespace

TEST_CASE("the odds of a claw are those worked out by hand") {
  const State state = fresh_duel();
  const auto odds = odds_of<Duel>(state, state.seat, against(state, ActionKind::claw), damage);
  REQUIRE(odds.has_value());
  // d8 x 3 against d10 x 4.
  std::map<int, double> by_hand;
  for (int attack = 1; attack <= 8; ++attack) {
    for (int defence = 1; defence <= 10; ++defence) {
      by_hand[std::clamp((3 * attack) - (4 * defence), 0, 20)] += 1.0 / 80;
    }
  }
  REQUIRE(odds->size() == by_hand.size());
  for (const auto& [lost, chance] : by_hand) CHECK(odds->at(lost) == doctest::Approx(chance).epsilon(1e-12));
  CHECK(odds->at(20) == doctest::Approx(1.0 / 80));  // 8 x 3 - 1 x 4
}

TEST_CASE("exact odds agree with what many rolls come to") {
  const State state = fresh_duel();
  for (const ActionKind kind : {ActionKind::claw, ActionKind::tail, ActionKind::fire}) {
    const auto found = branches<Duel>(state, state.seat, against(state, kind));
    REQUIRE(found.has_value());
    double sum = 0;
    for (const auto& branch : *found) sum += branch.odds;
    CHECK(sum == doctest::Approx(1).epsilon(1e-12));

    constexpr int kRolls = 20'000;
    std::vector<int> seen(found->size());
    FastDice dice(5);
    for (int i = 0; i < kRolls; ++i) {
      State after = state;
      Duel::act(after, state.seat, against(state, kind), dice, NoSink{});
      const auto branch = std::ranges::find(*found, after, &Branch<Duel>::state);
      REQUIRE(branch != found->end());
      ++seen[static_cast<std::size_t>(branch - found->begin())];
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const double odds = (*found)[i].odds;
      CHECK(std::abs(seen[i] - (kRolls * odds)) < 5 * std::sqrt(kRolls * odds) + 1);
    }
  }
}

TEST_CASE("an automatic dragon's die has four faces, its turn the odds of what it does") {
  duel::Options options;
  options.mode = duel::Mode::solitaire;
  options.dragons = {{1, 2}};
  FastDice dice(1);
  State state = Duel::start(options, 1, dice, NoSink{});
  int outcomes = 0;
  REQUIRE(visit_chance<Duel>(state, [&](const State& /*after*/, double odds) {
            CHECK(odds == doctest::Approx(1.0 / 144));
            ++outcomes;
          }).has_value());
  CHECK(outcomes == 144);
  while (state.pending != duel::Pending::enemy_die) {
    if (Duel::chance_pending(state)) {
      Duel::chance(state, dice, NoSink{});
    } else {
      Duel::act(state, 0, *random_choice<Duel>(state, 0, 3), dice, NoSink{});
    }
  }
  double sum = 0;
  REQUIRE(visit_chance<Duel>(state, [&](const State& /*after*/, double odds) { sum += odds; }).has_value());
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("every choice that a seat can have has exact odds") {
  CHECK(most_outcomes<Duel>(testing::duel_options()) > 1);
  CHECK(most_outcomes<arena::Game>(testing::arena_options()) == 1);  // its dice are all rolled before anybody decides
}

TEST_CASE("the mean worth of a choice is that of all its outcomes, though sums of dice are taken as one") {
  std::uint64_t seed = 0;
  for (const duel::Options& options : testing::all_duel_options()) {
    FastDice dice(++seed);
    int left = 30;  // states of a match, so that the test takes a few seconds
    const auto choose = [](const auto& state, Seat seat, std::uint64_t at) {
      return random_choice<Duel>(state, seat, at);
    };
    testing::play<Duel>(options, dice, seed, choose, [&](const State& state) {
      if (left-- <= 0) return;
      const Seat seat = testing::first_waiting(Duel::waiting_on(state));
      const auto value = [&](const State& after) { return Duel::value(after, seat); };
      duel::ActionList list;
      Duel::choices(state, seat, list);
      for (const Action& action : list) {
        double mean = 0;
        REQUIRE(visit_outcomes<Duel>(state, seat, action, [&](const State& after, double odds) {
                  mean += odds * value(after);
                }).has_value());
        CHECK(std::abs(expected_worth<Duel>(state, seat, action, value).value() - mean) < 1e-12);
      }
    });
  }
}

TEST_CASE("questions with no answer say so") {
  const State state = fresh_duel();
  const auto nothing = [](const State& /*after*/, double /*odds*/) {};
  CHECK(visit_outcomes<Duel>(state, state.seat, {.kind = ActionKind::wait}, nothing).error() == Unanswered::refused);
  CHECK(visit_outcomes<Duel>(state, state.seat, against(state, ActionKind::fire), nothing, 100).error() ==
        Unanswered::too_many);
  CHECK(visit_chance<Duel>(state, nothing).error() == Unanswered::refused);

  // Eight dragons' first roll has 12^8 outcomes.
  duel::Options options;
  options.mode = duel::Mode::arena;
  options.players = 8;
  options.dragons = {{1, 2, 3, 4, 5, 6, 7, 8}};
  FastDice dice(1);
  CHECK(visit_chance<Duel>(Duel::start(options, 1, dice, NoSink{}), nothing, 1000).error() == Unanswered::too_many);
}

TEST_CASE("bots have no choice where there is none, and the same one twice") {
  State state = fresh_duel();
  const auto other = static_cast<Seat>(1 - state.seat);
  CHECK_FALSE(random_choice<Duel>(state, other, 1).has_value());
  CHECK_FALSE(greedy_choice<Duel>(state, other, 1).has_value());
  CHECK(random_choice<Duel>(state, state.seat, 4) == random_choice<Duel>(state, state.seat, 4));
  CHECK(greedy_choice<Duel>(state, state.seat, 4) == greedy_choice<Duel>(state, state.seat, 5));
}

TEST_CASE("the greedy bot takes a sure kill") {
  State state = fresh_duel();
  const auto other = static_cast<std::size_t>(1 - state.actor);
  state.dragons[other].health = 1;
  state.dragons[other].energy = 1;
  const auto choice = greedy_choice<Duel>(state, state.seat, 1);
  REQUIRE(choice.has_value());
  CHECK(duel::is_attack(choice->kind));
}

TEST_CASE("the greedy bot beats the random one") {
  duel::Options options;
  options.dragons = {{1, 2}};
  constexpr int kMatches = 400;
  int wins = 0;
  for (int match = 0; match < kMatches; ++match) {
    const auto greedy = static_cast<Seat>(match % 2);
    FastDice dice(static_cast<std::uint64_t>(match));
    const auto choose = [&](const State& state, Seat seat, std::uint64_t seed) {
      return seat == greedy ? greedy_choice<Duel>(state, seat, seed) : random_choice<Duel>(state, seat, seed);
    };
    const State end = testing::play<Duel>(options, dice, 1'000 + static_cast<std::uint64_t>(match), choose,
                                          [](const State& /*state*/) {});
    wins += Duel::outcome(end)->winners.contains(greedy) ? 1 : 0;
  }
  MESSAGE("greedy won " << wins << " of " << kMatches);
  CHECK(wins > kMatches * 65 / 100);
}
