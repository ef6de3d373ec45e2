// The bots of Dragon Dice: what they decide is legal, depends on nothing but what they are given, and is better than
// chance.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dragondice/candidates.h"
#include "rules/dragondice/losses.h"
#include "rules/dragondice/notation.h"
#include "rules/dragondice/rules.h"
#include "rules/search/greedy_bot.h"
#include "rules/search/random_bot.h"
#include "tests/rules/dragondice/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using DragonDice = dragondice::Game;
using dragondice::Action;
using dragondice::State;
using dragondice::Step;
using dragondice::Units;

namespace {

std::string text_of(const State& state) {
  return nlohmann::json(state).dump();
}

// Calls visit(state, seat) in random matches of all kinds, wherever a seat is asked.
template <class Visit>
void each_question(int matches, Visit&& visit) {
  FastDice seeds(11);
  for (const auto& options : testing::dragondice_options()) {
    for (int match = 0; match < matches; ++match) {
      FastDice dice(seeds.bits());
      State state = start<DragonDice>(options, 1, dice).value();
      while (!DragonDice::outcome(state)) {
        const Seat seat = testing::first_waiting(DragonDice::waiting_on(state));
        visit(state, seat);
        const Action action = random_choice<DragonDice>(state, seat, seeds.bits()).value();
        REQUIRE_FALSE(apply<DragonDice>(state, seat, action, dice));
      }
    }
  }
}

// Half a point for a draw.
using Player = Action (*)(const State& state, Seat seat, std::uint64_t seed);
double points_of(Player first, Player second, int matches) {
  double points = 0;
  for (int match = 0; match < matches; ++match) {
    FastDice dice(static_cast<std::uint64_t>(match / 2) + 1);
    FastDice seeds(static_cast<std::uint64_t>(match) + 1'000);
    State state = start<DragonDice>({}, 1, dice).value();
    const int first_seat = match % 2;
    while (!DragonDice::outcome(state)) {
      const Seat seat = testing::first_waiting(DragonDice::waiting_on(state));
      const State seen = DragonDice::conceal(state, {.seat = seat});
      const std::uint64_t seed = seeds.bits();
      const Action action = seat == first_seat ? first(seen, seat, seed) : second(seen, seat, seed);
      REQUIRE_FALSE(apply<DragonDice>(state, seat, action, dice));
    }
    const Seat winner = state.result->winner;
    points += winner == kNoSeat ? 0.5 : winner == first_seat ? 1 : 0;
  }
  return points;
}

Action at_random(const State& state, Seat seat, std::uint64_t seed) {
  return random_choice<DragonDice>(state, seat, seed).value();
}
Action greedily(const State& state, Seat seat, std::uint64_t seed) {
  return greedy_choice<DragonDice>(state, seat, seed).value();
}
template <Level kLevel>
Action at_level(const State& state, Seat seat, std::uint64_t seed) {
  return DragonDice::decide(state, seat, kLevel, seed).value();
}

}  // namespace

TEST_CASE("what comes into question is legal, no answer comes twice, and there is one wherever somebody is asked") {
  FastDice dice(5);
  std::array<int, dragondice::kActionKindNames.size()> asked{};
  each_question(20, [&](const State& state, Seat seat) {
    dragondice::Candidates list;
    dragondice::list_promising(state, seat, dice, list);
    REQUIRE_MESSAGE(!list.empty(), text_of(state));
    ++asked[dragondice::index(state.step)];
    for (const Action& action : list) {
      const auto fault = DragonDice::fault_of(state, seat, action);
      REQUIRE_MESSAGE(!fault, nlohmann::json(action).dump(), fault->rule, text_of(state));
      REQUIRE(std::ranges::count(list, action) == 1);
    }
    const Action usual = dragondice::usual_answer(state, seat, dice);
    REQUIRE_MESSAGE(!DragonDice::fault_of(state, seat, usual), nlohmann::json(usual).dump(), text_of(state));
  });
  for (std::size_t kind = 0; kind < asked.size(); ++kind) {
    const bool rare = kind == dragondice::index(Step::bash) || kind == dragondice::index(Step::breath_order);
    CHECK_MESSAGE((asked[kind] > 0 || rare), dragondice::kActionKindNames[kind]);
  }
}

TEST_CASE("of all losses the cheapest one is found") {
  const auto cost_of = [](const State& state, Units units) {
    float cost = 0;
    for (const unsigned unit : units.each()) {
      const dragondice::UnitMean& mean = dragondice::mean_of(state.units[unit].type);
      cost += mean.save + (0.7F * mean.id) + (0.5F * std::max(mean.melee, mean.missile));
    }
    return cost;
  };
  int compared = 0;
  each_question(6, [&](const State& state, Seat /*seat*/) {
    if (state.step != Step::casualties) return;
    const float found = cost_of(state, dragondice::cheapest_loss(state, state.attack.net));
    dragondice::each_loss(state, dragondice::army_of(state), state.attack.net, [&](Units units) {
      ++compared;
      REQUIRE(found <= cost_of(state, units) + 1e-4F);
      return true;
    });
  });
  CHECK(compared > 1'000);
}

TEST_CASE("bots of every level decide legally, and the same each time that they are asked the same") {
  FastDice seeds(3);
  int decided = 0;
  each_question(1, [&](const State& state, Seat seat) {
    if (seeds.below(8) != 0) return;
    ++decided;
    for (const Level level : {Level::easy, Level::normal}) {
      const State seen = DragonDice::conceal(state, {.seat = seat});
      const std::uint64_t seed = seeds.bits();
      const auto action = DragonDice::decide(seen, seat, level, seed);
      REQUIRE(action);
      REQUIRE_FALSE(DragonDice::fault_of(state, seat, *action));
      CHECK(DragonDice::decide(seen, seat, level, seed) == action);
      const auto other = static_cast<Seat>(1 - seat);
      if (!DragonDice::waiting_on(state).contains(other)) CHECK_FALSE(DragonDice::decide(seen, other, level, seed));
    }
  });
  CHECK(decided > 50);
}

TEST_CASE("a thought ends when its time is up: it was asked about once more, and decides by what it has") {
  FastDice seeds(4);
  int thought = 0;
  int changed = 0;
  each_question(1, [&](const State& state, Seat seat) {
    if (seeds.below(8) != 0) return;
    const State seen = DragonDice::conceal(state, {.seat = seat});
    const std::uint64_t seed = seeds.bits();
    const auto with_time_for = [&](int looks) {
      int looked = 0;
      const auto action = DragonDice::decide(seen, seat, Level::normal, seed, [&] { return ++looked > looks; });
      REQUIRE(action);
      REQUIRE_FALSE(DragonDice::fault_of(state, seat, *action));
      REQUIRE(looked <= looks + 1);
      return std::pair(*action, looked);
    };
    const auto [at_once, looked] = with_time_for(0);
    if (looked == 0) return;  // there is but one answer
    ++thought;
    const auto full = DragonDice::decide(seen, seat, Level::normal, seed);
    CHECK(with_time_for(1'000'000).first == full);
    CHECK(with_time_for(dragondice::kMinFutures - 1).first == at_once);
    with_time_for(dragondice::kMinFutures);
    with_time_for(20);
    changed += full != at_once ? 1 : 0;
  });
  CHECK(thought > 30);
  CHECK(changed > 0);
}

TEST_CASE("hard decides legally too") {
  const auto options = testing::dragondice_options();
  FastDice dice(2);
  State state = start<DragonDice>(options[13], 1, dice).value();
  for (int i = 0; i < 12 && !DragonDice::outcome(state); ++i) {
    const Seat seat = testing::first_waiting(DragonDice::waiting_on(state));
    const State seen = DragonDice::conceal(state, {.seat = seat});
    REQUIRE_FALSE(apply<DragonDice>(state, seat, at_level<Level::hard>(seen, seat, 7), dice));
  }
}

TEST_CASE("the value of a state is that of the other seat turned round, and what is over is certain") {
  each_question(1, [&](const State& state, Seat /*seat*/) {
    const double value = DragonDice::value(state, 0);
    REQUIRE(std::abs(value + DragonDice::value(state, 1) - 1) < 1e-4);
    REQUIRE((value > 0 && value < 1));
  });
  State over = dragondice::make_state({});
  over.result = dragondice::Result{.winner = 1};
  CHECK(DragonDice::value(over, 0) == 0);
  CHECK(DragonDice::value(over, 1) == 1);
  over.result->winner = kNoSeat;
  CHECK(DragonDice::value(over, 0) == 0.5);
}

TEST_CASE("greedy beats random, easy beats random, and normal beats greedy") {
  const double greedy = points_of(greedily, at_random, 200);
  const double easy = points_of(at_level<Level::easy>, at_random, 200);
  const double normal = points_of(at_level<Level::normal>, greedily, 60);
  MESSAGE("of 200 against random: greedy ", greedy, ", easy ", easy, "; of 60 against greedy: normal ", normal);
  CHECK(greedy > 150);
  CHECK(easy > 130);
  CHECK(normal > 38);
}
