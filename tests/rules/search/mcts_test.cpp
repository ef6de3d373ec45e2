// The searching bot: what it is given, when it stops, and that it finds what is right.
#include "rules/search/mcts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/arena/notation.h"
#include "rules/arena/rules.h"
#include "rules/duel/notation.h"
#include "rules/duel/rules.h"
#include "rules/duel/solver.h"
#include "rules/search/greedy_bot.h"
#include "rules/search/levels.h"
#include "tests/rules/arena/options.h"
#include "tests/rules/arena/secrets.h"
#include "tests/rules/duel/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Duel = duel::Game;
using Arena = arena::Game;

namespace {

// The duel as a game that cannot value what is not over.
struct Unvalued : Duel {
  static double value(const duel::State& state, Seat seat) = delete;
};
static_assert(SearchableGame<Unvalued> && !ValuedGame<Unvalued>);
// The arena with the key that follows from the fields of its state.
struct KeyedByFields : Arena {
  static std::uint64_t key(const arena::State& state) { return key_of_fields(state); }
};
static_assert(SecretiveGame<Arena> && !SecretiveGame<Duel>);

duel::State fresh_duel() {
  duel::Options options;
  options.dragons = {{1, 2}};
  FastDice dice(1);
  return start<Duel>(options, 1, dice).value();
}

arena::State allocating(arena::Placement placement) {
  arena::Options options;
  options.placement = placement;
  FastDice dice(1);
  return start<Arena>(options, 1, dice).value();
}

// The state after a seat has committed any allocation.
arena::State committed(arena::State state, Seat seat, FastDice& dice) {
  REQUIRE_FALSE(apply<Arena>(state, seat, random_choice<Arena>(state, seat, dice.bits()).value(), dice));
  return state;
}

template <class G>
void check_plays(const std::vector<typename G::Options>& all) {
  for (const auto& options : all) {
    FastDice dice(3);
    const auto choose = [](const auto& state, Seat seat, std::uint64_t seed) {
      const auto found = mcts_choice<G>(state, seat, seed, {.playouts = 40});
      CHECK(found.worth >= 0);
      CHECK(found.worth <= 1);
      return found.action;
    };
    const auto end = testing::play<G>(options, dice, 5, choose, [](const auto& /*state*/) {});
    CHECK(G::outcome(end).has_value());
  }
}

// How much of the odds to win a player gives away in a decision, on average over random duels.
template <class Choose>
double mean_loss(int matches, Choose&& choose) {
  const duel::Solver solver({duel::Figure::none, duel::Figure::none});
  duel::Options options;
  options.dragons = {{1, 2}};
  double lost = 0;
  int decisions = 0;
  for (int match = 0; match < matches; ++match) {
    FastDice dice(static_cast<std::uint64_t>(match) + 1);
    testing::play<Duel>(options, dice, 1, random_choice<Duel>, [&](const duel::State& state) {
      duel::ActionList list;
      Duel::choices(state, state.seat, list);
      if (list.size() < 2) return;
      const auto worth = [&](const duel::Action& action) {
        const double zero = solver.value_of(state, action);
        return state.actor == 0 ? zero : 1 - zero;
      };
      double best = 0;
      for (const duel::Action& action : list) best = std::max(best, worth(action));
      lost += best - worth(choose(state, state.seat, dice.bits()).value());
      ++decisions;
    });
  }
  return lost / decisions;
}

}  // namespace

TEST_CASE("it plays every game to its end, whatever the options") {
  check_plays<Duel>(testing::duel_options());
  check_plays<Arena>(testing::arena_options());
  duel::Options options;
  options.fair = true;
  check_plays<Unvalued>({options});
}

TEST_CASE("without a choice it has none, and of one it does not think") {
  duel::State state = fresh_duel();
  const auto other = static_cast<Seat>(1 - state.seat);
  CHECK_FALSE(mcts_choice<Duel>(state, other, 1, {.playouts = 100}).action.has_value());
  state.dragons[state.actor].energy = 1;
  const auto only = mcts_choice<Duel>(state, state.seat, 1, {.playouts = 100});
  CHECK(only.action == duel::Action{.kind = duel::ActionKind::wait});
  CHECK(only.playouts == 0);
}

TEST_CASE("the same state, seed and playouts give the same choice; a stop ends it after the least") {
  const duel::State state = fresh_duel();
  const auto once = mcts_choice<Duel>(state, state.seat, 7, {.playouts = 3'000});
  const auto twice = mcts_choice<Duel>(state, state.seat, 7, {.playouts = 3'000});
  CHECK(once.action == twice.action);
  CHECK(once.worth == twice.worth);
  CHECK(once.playouts == 3'000);

  const auto at_once = mcts_choice<Duel>(state, state.seat, 7, {.playouts = 1'000'000}, [] { return true; });
  CHECK(at_once.action.has_value());
  CHECK(at_once.playouts == kMinPlayouts);
  int asked = 0;
  const auto later = mcts_choice<Duel>(state, state.seat, 7, {.playouts = 1'000'000}, [&] { return ++asked == 100; });
  CHECK(later.playouts == kMinPlayouts + (99 * kPlayoutsAtOnce));
}

TEST_CASE("past what it may remember it goes on thinking") {
  duel::Options options;
  options.mode = duel::Mode::battle;
  options.lanes = 4;
  FastDice dice(1);
  const auto state = start<Duel>(options, 1, dice).value();
  const auto playouts = static_cast<std::uint32_t>(kMaxNodes + 5'000);
  CHECK(mcts_choice<Duel>(state, state.seat, 1, {.playouts = playouts, .depth = 0}).playouts == playouts);
}

TEST_CASE("it takes a sure kill") {
  duel::State state = fresh_duel();
  const auto other = static_cast<std::size_t>(1 - state.actor);
  state.dragons[other].health = 1;
  state.dragons[other].energy = 1;
  const auto found = mcts_choice<Duel>(state, state.seat, 1, {.playouts = 2'000});
  CHECK(found.action->kind != duel::ActionKind::wait);
  CHECK(found.worth > 0.9);
}

TEST_CASE("what is filled in for a secret is legal, looks the same to who may not know it, and could be anything") {
  for (const auto placement : {arena::Placement::big, arena::Placement::free}) {
    FastDice dice(9);
    const arena::State state = committed(allocating(placement), 0, dice);
    const arena::State seen = Arena::conceal(state, Viewer{1});
    REQUIRE_FALSE(seen == state);
    const std::size_t lists = placement == arena::Placement::big ? 73 : 1287;
    std::map<std::vector<int>, int> drawn;
    const int draws = 200 * static_cast<int>(lists);
    for (int i = 0; i < draws; ++i) {
      arena::State filled = seen;
      Arena::determinise(filled, Viewer{1}, dice);
      CHECK(Arena::conceal(filled, Viewer{1}) == seen);
      const arena::Pool& pool = filled.pool[arena::index(arena::species_of(state.setup, 0))];
      ++drawn[{pool.begin(), pool.end()}];
    }
    CHECK(drawn.size() == lists);  // so all were legal ones, and each comes up
    for (const auto& [powers, times] : drawn) CHECK(std::abs(times - 200) < 90);  // six standard deviations
  }
}

// Two states that differ only in what a seat may not know are one and the same to its bot.
TEST_CASE("a secret does not sway the bot of another seat") {
  for (const auto placement : {arena::Placement::big, arena::Placement::free}) {
    FastDice dice(2);
    std::set<arena::Action> answers;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const arena::State one = committed(allocating(placement), 0, dice);
      const arena::State other = testing::change_hidden(one, Viewer{1}, dice);
      REQUIRE_FALSE(one == other);
      const auto decide = [&](const arena::State& state) {
        return mcts_choice<Arena>(Arena::conceal(state, Viewer{1}), 1, seed, {.playouts = 300});
      };
      const auto found = decide(one);
      CHECK(found.action == decide(other).action);
      CHECK(found.worth == decide(other).worth);
      answers.insert(found.action.value());
    }
    CHECK(answers.size() > 1);  // and it can hardly be foreseen either
  }
}

TEST_CASE("where several decide at the same time each can think, whoever else has to") {
  const arena::State state = allocating(arena::Placement::big);
  REQUIRE(Arena::waiting_on(state) == SeatSet{0, 1});
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    const auto found = mcts_choice<Arena>(Arena::conceal(state, Viewer{seat}), seat, 1, {.playouts = 500});
    REQUIRE(found.action.has_value());
    CHECK_FALSE(Arena::fault_of(state, seat, *found.action).has_value());
    CHECK(found.playouts == 500);
  }
}

TEST_CASE("keys tell apart what the bot must, and nothing else") {
  duel::State state = fresh_duel();
  const std::uint64_t key = Duel::key(state);
  duel::State later = state;
  later.round += 10;
  CHECK(Duel::key(later) == key);
  std::set<std::uint64_t> keys;
  for (std::uint8_t health = 1; health <= 20; ++health) {
    for (std::uint8_t energy = 1; energy <= 4; ++energy) {
      for (std::size_t i = 0; i < 2; ++i) {
        duel::State other = state;
        other.dragons[i].health = health;
        other.dragons[i].energy = energy;
        keys.insert(Duel::key(other));
      }
    }
  }
  CHECK(keys.size() == (2 * 80) - 1);  // the state itself is met twice
}

// Every state of some random matches, by its text and by its key.
template <class G>
void check_keys_of_fields(const std::vector<typename G::Options>& all) {
  std::map<std::string, std::uint64_t> key_of_text;
  std::set<std::uint64_t> keys;
  for (const auto& options : all) {
    FastDice dice(7);
    const auto met = [&](const auto& state) {
      const std::uint64_t key = key_of_fields(state);
      const auto [known, fresh] = key_of_text.emplace(nlohmann::json(state).dump(), key);
      CHECK(known->second == key);
      keys.insert(key);
    };
    met(testing::play<G>(options, dice, 7, random_choice<G>, met));
  }
  CHECK(keys.size() == key_of_text.size());
  CHECK(keys.size() > 500);
}

TEST_CASE("a key made of all fields tells all states apart") {
  check_keys_of_fields<Duel>(testing::duel_options());
  check_keys_of_fields<Arena>(testing::arena_options());
}

TEST_CASE("a game is searched as well by the key of its fields") {
  const arena::State state = allocating(arena::Placement::big);
  const arena::State seen = Arena::conceal(state, Viewer{0});
  const auto found = mcts_choice<KeyedByFields>(seen, 0, 1, {.playouts = 500});
  REQUIRE(found.action.has_value());
  CHECK_FALSE(Arena::fault_of(state, 0, *found.action).has_value());
  CHECK(found.playouts == 500);
}

TEST_CASE("the harder it thinks, the less it gives away, and the random bot gives away most") {
  const auto search = [](const SearchLimits& limits) {
    return [limits](const duel::State& state, Seat seat, std::uint64_t seed) {
      return mcts_choice<Duel>(state, seat, seed, limits).action;
    };
  };
  const double random = mean_loss(60, random_choice<Duel>);
  const double greedy = mean_loss(60, greedy_choice<Duel>);
  const double easy = mean_loss(60, search(kThinkingLevels[0].limits));
  const double normal = mean_loss(60, search(kThinkingLevels[1].limits));
  const double hard = mean_loss(6, search({.playouts = 20'000}));
  MESSAGE("odds given away in a decision: random " << random << ", easy " << easy << ", greedy " << greedy
                                                   << ", normal " << normal << ", 20,000 playouts " << hard);
  CHECK(random > 0.04);
  CHECK(easy < random / 2);
  CHECK(greedy < easy);
  CHECK(normal < greedy);
  CHECK(hard < 0.002);
}

TEST_CASE("in Dragons Arena it beats the greedy bot") {
  constexpr int kMatches = 40;
  double points = 0;
  for (int match = 0; match < kMatches; ++match) {
    const auto searches = static_cast<Seat>(match % 2);
    FastDice dice(static_cast<std::uint64_t>(match / 2));
    const auto choose = [&](const arena::State& state, Seat seat, std::uint64_t seed) {
      if (seat != searches) return greedy_choice<Arena>(state, seat, seed);
      return mcts_choice<Arena>(state, seat, seed, {.playouts = 300}).action;
    };
    const auto end =
        testing::play<Arena>({}, dice, static_cast<std::uint64_t>(match), choose, [](const auto& /*state*/) {});
    const SeatSet winners = Arena::outcome(end)->winners;
    points += winners.empty() ? 0.5 : winners.contains(searches) ? 1 : 0;
  }
  MESSAGE(points << " points of " << kMatches);
  CHECK(points >= 0.6 * kMatches);
}
