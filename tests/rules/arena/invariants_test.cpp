// What must hold in every duel of the arena (section 7 of docs/rules/arena.md); what must in any game is in
// conformance.h.
#include <doctest/doctest.h>

#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rules/arena/rules.h"
#include "rules/search/greedy_bot.h"
#include "tests/rules/arena/options.h"
#include "tests/rules/arena/states.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Arena = arena::Game;
using arena::ActionKind;
using arena::Phase;
using arena::Placement;
using arena::State;

namespace {

void require(bool holds, const char* what, const State& state) {
  if (!holds) FAIL(std::string(what) << " in " << nlohmann::json(state).dump());
}

struct Count {
  std::array<int, 2> dragons{};
  std::array<int, 2> points{};
  int unshielded = 0;
};

Count count(const State& state) {
  Count found;
  for (const arena::Die& die : state.board) {
    if (die.species == arena::Species::none) continue;
    ++found.dragons[arena::index(die.species)];
    found.points[arena::index(die.species)] += die.power;
    found.unshielded += die.field ? 0 : 1;
  }
  return found;
}

void check_placement(const State& state) {
  const Count found = count(state);
  for (const std::size_t species : {0U, 1U}) {
    const arena::Pool& pool = state.pool[species];
    require(found.dragons[species] + static_cast<int>(pool.size()) == 8, "not eight dragons", state);
    const bool counted = state.setup.placement == Placement::big || state.setup.placement == Placement::equal;
    const int points = std::accumulate(pool.begin(), pool.end(), found.points[species]);
    require(!counted || points == 28, "not 28 points", state);
  }
  const std::size_t first = arena::index(state.starter);
  const int ahead = found.dragons[first] - found.dragons[1 - first];
  require(ahead == (state.to_move == state.starter ? 0 : 1), "the starter is not level or one ahead", state);
}

void check_duel(const State& state) {
  const Count found = count(state);
  const arena::Layout layout = arena::layout_of(state);
  require(layout.contact(), "no contact", state);
  arena::ActionList list;
  Arena::choices(state, arena::seat_of(state.setup, state.to_move), list);
  bool eliminates = false;
  bool modifies = false;
  bool triggers = false;
  for (const auto& action : list) {
    eliminates = eliminates || action.kind == ActionKind::eliminate;
    modifies = modifies || action.kind == ActionKind::modify;
    triggers = triggers || action.kind == ActionKind::trigger;
  }
  require(!list.empty(), "a dead end", state);
  require(!(eliminates && modifies), "both eliminating and modifying", state);
  require(state.setup.master || !triggers, "a power without Dragon Master", state);
  require(!modifies || !arena::is_opponent(state.setup, state.to_move), "the opponent modifies", state);
  if (state.setup.master) return;
  // Why every duel without powers ends: this falls with each turn.
  const int left = (2 * (found.dragons[0] + found.dragons[1])) + found.unshielded;
  require(left <= 48 - state.turn && state.stall <= 16, "a duel that need not end", state);
}

void check_state(const State& state) {
  require(arena::why_invalid(state).empty(), "invalid", state);
  if (state.phase == Phase::pair) require(state.pool[0] == state.pool[1], "the pairs differ", state);
  if (state.phase == Phase::place) check_placement(state);
  if (state.phase == Phase::duel) check_duel(state);
}

void check_step(const State& before, const State& now) {
  if (before.phase != Phase::duel || now.duel != before.duel) return;
  const Count was = count(before);
  const Count is = count(now);
  const int lost = was.dragons[0] + was.dragons[1] - is.dragons[0] - is.dragons[1];
  require(lost == (now.stall == 0 ? 1 : 0), "a turn took other than one dragon, or hid that it did", now);
  require(now.turn == before.turn + 1, "turns are not counted", now);
}

void check_end(const State& state) {
  std::array<int, 2> won{};
  for (const arena::DuelResult& result : state.results) {
    if (result.winner != arena::Species::none) ++won[arena::index(result.winner)];
  }
  require(won[0] == state.nuggets[0] && won[1] == state.nuggets[1], "nuggets are not the duels won", state);
  require(state.results.size() == state.duel, "a duel without a result", state);
  const auto [fire, ice] = state.nuggets;
  const auto best = fire == ice ? arena::Species::none : fire > ice ? arena::Species::fire : arena::Species::ice;
  require(state.winner == best, "another winner than who has more nuggets", state);
}

template <class Choose>
void check_matches(Choose&& choose, int matches) {
  for (const auto& options : testing::arena_options()) {
    for (int match = 0; match < matches; ++match) {
      const auto seed = static_cast<std::uint64_t>(match);
      FastDice dice(seed);
      std::optional<State> last;
      const State end = testing::play<Arena>(options, dice, seed + 77, choose, [&](const State& state) {
        check_state(state);
        if (last) check_step(*last, state);
        last = state;
      });
      check_step(*last, end);
      check_end(end);
    }
  }
}

// Duels in a hundred that the greedy bot as FIRE wins and loses against the random one.
std::pair<int, int> greedy_against_random(const arena::Options& options, int duels) {
  int won = 0;
  int lost = 0;
  FastDice dice(5);
  for (int duel = 0; duel < duels; ++duel) {
    const State end = testing::play<Arena>(
        options, dice, static_cast<std::uint64_t>(duel),
        [](const State& state, Seat seat, std::uint64_t seed) {
          return seat == 0 ? greedy_choice<Arena>(state, seat, seed) : random_choice<Arena>(state, seat, seed);
        },
        [](const State& /*state*/) {});
    won += end.winner == arena::Species::fire ? 1 : 0;
    lost += end.winner == arena::Species::ice ? 1 : 0;
  }
  return {100 * won / duels, 100 * lost / duels};
}

}  // namespace

TEST_CASE("the invariants hold in random matches of every placement") {
  check_matches(random_choice<Arena>, 25);
}

TEST_CASE("the invariants hold in greedy matches of every placement") {
  check_matches(greedy_choice<Arena>, 1);
}

TEST_CASE("a greedy player beats a random one") {
  for (const Placement placement : {Placement::baby, Placement::big, Placement::equal}) {
    for (const bool master : {false, true}) {
      arena::Options options;
      options.placement = placement;
      options.master = master;
      options.max_duels = 1;
      const auto [won, lost] = greedy_against_random(options, 200);
      MESSAGE(std::string(arena::kPlacementNames[static_cast<std::size_t>(placement)])
              << std::string(master ? " with powers" : "") << ": wins " << won << ", loses " << lost
              << " in a hundred");
      CHECK(won > 2 * lost);
    }
  }
}

TEST_CASE("how a match ends for its seats") {
  arena::Options options;
  options.fire_seat = 1;
  FastDice dice(1);
  State end = testing::play<Arena>(options, dice, 1, random_choice<Arena>, [](const State& /*state*/) {});
  end.winner = arena::Species::fire;
  CHECK(Arena::outcome(end)->winners == SeatSet{1});
  CHECK(Arena::outcome(end)->place[0] == 2);
  CHECK(Arena::value(end, 1) == 1);
  CHECK(Arena::value(end, 0) == 0);
  end.winner = arena::Species::none;
  CHECK(Arena::outcome(end)->winners.empty());
  CHECK(Arena::outcome(end)->place[0] == 1);
  CHECK(Arena::outcome(end)->place[1] == 1);
  CHECK(Arena::value(end, 0) == 0.5);
}
