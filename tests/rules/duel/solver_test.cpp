// The solution of the duel of two, held against the rules themselves: outcome by outcome, state by state.
#include "rules/duel/solver.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "rules/duel/rules.h"
#include "rules/search/odds.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Duel = duel::Game;
using duel::Figure;
using duel::Pair;
using duel::Solver;
using duel::State;

namespace {

const Solver& plain() {
  static const Solver solver({Figure::none, Figure::none});
  return solver;
}

duel::Solutions solutions_of(const Solver& solver) {
  return {
      .solver = [&solver](Pair /*pair*/) { return std::shared_ptr<const Solver>(std::shared_ptr<void>(), &solver); },
      .openings = [](Pair /*pair*/) { return nullptr; }};
}

// In every state of random matches: the value is that of the best choice, whose worth is summed up over all outcomes of
// the rules; value_of() says the same of each choice; and the perfect player takes one that loses nothing.
int check_matches(const Solver& solver, const duel::Options& options, int matches) {
  int states = 0;
  for (int match = 0; match < matches; ++match) {
    FastDice dice(static_cast<std::uint64_t>(match) + 1);
    testing::play<Duel>(options, dice, 1, random_choice<Duel>, [&](const State& state) {
      ++states;
      duel::ActionList list;
      Duel::choices(state, state.seat, list);
      const bool zero = state.actor == 0;
      double best = zero ? -1 : 2;
      for (const duel::Action& action : list) {
        const auto value = [&](const State& after) { return solver.value(after); };
        const double worth = expected_worth<Duel>(state, state.seat, action, value).value();
        best = zero ? std::max(best, worth) : std::min(best, worth);
        CHECK(std::abs(solver.value_of(state, action) - worth) < 1e-9);
      }
      CHECK(std::abs(solver.value(state) - best) < 1e-9);
      const auto choice = duel::perfect_choice(state, state.seat, solutions_of(solver));
      CHECK(std::abs(solver.value_of(state, choice.value()) - best) < 1e-9);
    });
  }
  return states;
}

}  // namespace

TEST_CASE("under perfect play the one who starts wins 25.8 % of the duels, 40.9 % of fair ones") {
  const auto& settled = plain().openings().back();
  CHECK(settled[0][0] == doctest::Approx(0.258214).epsilon(1e-6));
  CHECK(settled[0][1] == doctest::Approx(0.408670).epsilon(1e-6));
  for (const std::size_t fair : {0U, 1U})
    CHECK(settled[1][fair] == doctest::Approx(1 - settled[0][fair]).epsilon(1e-9));
  CHECK(plain().layers() < duel::kMaxLayers);  // it has settled

  // The same by asking for the state that a match starts with.
  duel::Options options;
  options.dragons = {{1, 2}};
  for (const bool fair : {false, true}) {
    options.fair = fair;
    FastDice dice(1);
    const State state = start<Duel>(options, 1, dice).value();
    const double zero = plain().value(state);
    CHECK((state.first == 0 ? zero : 1 - zero) == doctest::Approx(fair ? 0.408670 : 0.258214).epsilon(1e-6));
  }
}

TEST_CASE("an odd game more softens the start") {
  duel::Setup setup{.match_games = 3, .round_cap = 200};
  const double game = plain().openings().back()[0][0];
  // Games one and three are started by side 0, if the third is needed.
  const double win_two = game * (1 - game);
  const double one_each = (game * game) + ((1 - game) * (1 - game));
  CHECK(duel::series_value(plain().openings(), setup, 0, 0, 0) == doctest::Approx(win_two + (one_each * game)));
}

TEST_CASE("the solution is what the rules come to in every state, and the perfect player loses nothing of it") {
  duel::Options options;
  options.dragons = {{1, 2}};
  int states = check_matches(plain(), options, 20);
  options.fair = true;
  options.match_games = 3;
  states += check_matches(plain(), options, 8);
  options.fair = false;
  options.match_games = 1;
  options.round_cap = 0;
  states += check_matches(plain(), options, 8);
  MESSAGE(states << " states");
}

TEST_CASE("the same with abilities") {
  duel::Options options;
  options.abilities = true;
  for (const auto& [zero, one] : {Pair{Figure::spring, Figure::frost}, Pair{Figure::bramble, Figure::gale},
                                  Pair{Figure::ember, Figure::granite}, Pair{Figure::talon, Figure::lash}}) {
    options.dragons = {{static_cast<int>(zero), static_cast<int>(one)}};
    check_matches(Solver({zero, one}), options, 4);
  }
}

TEST_CASE("near the cap it is played for the cap") {
  // Level healths: the side that did not start gets the game, so in the last round the other one has to attack.
  duel::Options options;
  options.dragons = {{1, 2}};
  options.round_cap = 20;
  FastDice dice(1);
  State state = start<Duel>(options, 1, dice).value();
  state.round = 20;
  duel::set_order(state);
  const auto starter = state.first;
  for (auto& dragon : state.dragons) dragon.health = 5, dragon.energy = 2;
  const auto worth = [&](const State& at) { return starter == 0 ? plain().value(at) : 1 - plain().value(at); };
  const double last = worth(state);
  CHECK(worth(state) < 0.4);
  state.round = 1;
  CHECK(worth(state) > last + 0.05);
  state.round = 20;
  const auto choice = duel::perfect_choice(state, state.seat, solutions_of(plain()));
  CHECK(choice->kind == duel::ActionKind::claw);
}

TEST_CASE("choosing a dragon: the one that does best against the worst answer, once all openings are known") {
  duel::Options options;
  options.abilities = true;
  FastDice dice(1);
  State state = start<Duel>(options, 1, dice).value();
  REQUIRE(state.phase == duel::Phase::choose);
  // Made-up openings: the lower number wins, except that dragon 8 beats dragon 1.
  int asked = 0;
  const auto openings = [&](Pair pair) {
    ++asked;
    CHECK(pair[0] < pair[1]);
    const bool odd_one = pair == Pair{Figure::ember, Figure::gale};
    const double zero = odd_one ? 0.3 : 0.6;
    return std::make_shared<const duel::Openings>(1, std::array{std::array{zero, zero}, std::array{zero, zero}});
  };
  const auto no_solver = [](Pair /*pair*/) { return nullptr; };
  // Ember loses worst to Gale, Gale to all others; every other one loses 0.4 to 0.6 at worst.
  CHECK(duel::perfect_choice(state, state.seat, {no_solver, openings})->dragon == 2);
  CHECK(asked == 56);
  REQUIRE_FALSE(apply<Duel>(state, 0, {.kind = duel::ActionKind::dragon, .dragon = 1}, dice));
  CHECK(duel::perfect_choice(state, state.seat, {no_solver, openings})->dragon == 8);
  const auto not_now = [](Pair /*pair*/) { return nullptr; };
  CHECK_FALSE(duel::perfect_choice(state, state.seat, {no_solver, not_now}).has_value());
}
