// How likely a hunt is won (rules/hunt/value.h): certain where it is decided, the same whichever dragon is which,
// better where things stand better, and near to what becomes of hunts.
#include "rules/hunt/value.h"

#include <doctest/doctest.h>

#include <array>
#include <utility>

#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::State;

namespace {

double chance(const State& state) {
  return hunt::chance_of_victory(hunt::learnt_net(), state);
}

State fresh(int heroes) {
  hunt::Options options;
  options.heroes = testing::one_hero_a_seat(heroes);
  FastDice dice(1);
  return start<Hunt>(options, 1, dice).value();
}

}  // namespace

TEST_CASE("what is decided is certain") {
  State state = fresh(2);
  CHECK(chance(state) > 0);
  CHECK(chance(state) < 1);
  State won = state;
  won.dragons[0].alive = false;
  CHECK(chance(won) == 1);
  for (hunt::Hero& hero : state.heroes) hero.hp = 0;
  CHECK(chance(state) == 0);
}

TEST_CASE("it does not matter which of two dragons is the first") {
  State state = fresh(4);
  REQUIRE(state.dragons.size() == 2);
  state.dragons[0].hp = 20;
  State other = state;
  std::swap(other.dragons[0], other.dragons[1]);
  for (hunt::Hero& hero : other.heroes) hero.facing = static_cast<std::uint8_t>(1 - hero.facing);
  CHECK(chance(other) == doctest::Approx(chance(state)));
}

TEST_CASE("a hunt stands better with fewer hit points of the dragon, and with more of the heroes'") {
  for (const int heroes : {1, 2, 3, 5}) {
    const State state = fresh(heroes);
    State weaker = state;
    for (hunt::Dragon& dragon : weaker.dragons) dragon.hp = 5;
    CHECK(chance(weaker) > chance(state));
    State worse = state;
    for (hunt::Hero& hero : worse.heroes) hero.hp = 1, hero.tokens = 0;
    CHECK(chance(worse) < chance(state));
  }
}

TEST_CASE("the chance at the start is about how often bots win") {
  constexpr int kHunts = 120;
  double foreseen = 0;
  int won = 0;
  for (int i = 0; i < kHunts; ++i) {
    hunt::Options options;
    options.chapter = 1 + (i % 6);
    options.heroes = testing::one_hero_a_seat(1 + (i % 3));
    FastDice dice(static_cast<std::uint64_t>(i));
    foreseen += chance(start<Hunt>(options, 1, dice).value());
    const auto choose = [](const State& state, Seat seat, std::uint64_t seed) {
      return Hunt::decide(state, seat, Level::hard, seed);
    };
    const State end = testing::play<Hunt>(options, dice, static_cast<std::uint64_t>(i), choose, [](const State&) {});
    won += end.last.end->outcome == hunt::HuntOutcome::victory ? 1 : 0;
  }
  MESSAGE("foreseen " << foreseen / kHunts << ", won " << won << " of " << kHunts);
  CHECK(foreseen / kHunts == doctest::Approx(1.0 * won / kHunts).epsilon(0.2));
}
