// The invariants P1..P12 of Dragon Duel that are its own; those of any game are in conformance.h.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "rules/duel/rules.h"
#include "rules/search/greedy_bot.h"
#include "tests/rules/duel/options.h"
#include "tests/rules/duel/states.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using duel::ActionKind;
using Duel = duel::Game;
using duel::Mode;
using duel::State;

namespace {

void require(bool holds, const char* what, const State& state) {
  if (!holds) FAIL(std::string(what) << " in " << nlohmann::json(state).dump());
}

int total_health(const State& state) {
  int sum = 0;
  for (std::size_t i = 0; i < state.setup.dragons; ++i) sum += state.dragons[i].health;
  return sum;
}

// P1, P2, P5, P6.
void check_table(const State& state) {
  require(duel::why_invalid(state).empty(), "invalid", state);
  require(state.living != 0, "P2: nobody is alive", state);
  for (std::size_t i = 0; i < state.setup.dragons; ++i) {
    const duel::Dragon& dragon = state.dragons[i];
    require(dragon.health <= 20 && dragon.energy >= 1 && dragon.energy <= 4, "P1: out of range", state);
    if (state.phase != duel::Phase::act || !duel::alive(dragon)) continue;
    require(state.order.contains(static_cast<std::uint8_t>(i)), "P6: a living dragon has no turn", state);
  }
}

// P4, P7.
void check_choices(const State& state) {
  duel::ActionList list;
  Duel::choices(state, state.seat, list);
  require(!list.empty(), "P4: no decision", state);
  if (state.phase != duel::Phase::act) return;
  const int energy = state.dragons[state.actor].energy;
  bool waits = false;
  bool breathes = false;
  for (const auto& action : list) {
    waits = waits || action.kind == ActionKind::wait;
    breathes = breathes || action.kind == ActionKind::fire;
    if (action.kind == ActionKind::wait) continue;
    const duel::Dragon& target = state.dragons[action.target];
    require(duel::alive(target) && target.side != state.dragons[state.actor].side, "P7: a wrong target", state);
  }
  require(waits == (energy < 4) && breathes == (energy == 4), "P7: wait or breath", state);
}

// P8.
void check_starter(const State& state) {
  if (state.phase != duel::Phase::act || state.pos != 0) return;
  if (state.setup.same_start) {
    unsigned starter = state.first;
    if ((state.living & duel::bit(starter)) == 0) starter = duel::next_left(state.living, starter, state.setup.dragons);
    require(state.order[0] == starter, "P8: not the one that started", state);
  }
  const bool ring = state.setup.mode == Mode::arena;
  if (state.setup.mode == Mode::battle || (ring && (state.setup.fair || state.setup.same_start))) return;
  for (const std::uint8_t index : state.order) {
    require(state.dragons[index].energy <= state.dragons[state.order[0]].energy, "P8: not the most energy", state);
  }
}

// P10, P11.
void check_step(const State& before, const State& after) {
  if (before.game != after.game || before.phase != duel::Phase::act) return;
  require(before.setup.abilities || total_health(after) <= total_health(before), "P10: health rose", after);
  require((after.living & ~before.living) == 0, "P11: the dead came back", after);
}

// P3; D-30, R-DUEL-24.
void check_end(const State& end) {
  const auto wins = std::span(end.wins).first(end.setup.sides);
  const int most = std::ranges::max(wins);
  if (end.winner == duel::kNobody) {
    require(end.setup.mode == Mode::arena && end.game == end.setup.match_games, "P3: no winner", end);
    require(std::ranges::count(wins, most) > 1, "P3: somebody won most", end);
    return;
  }
  require(std::ranges::count(wins, most) == 1 && end.wins[end.winner] == most, "P3: others won as many", end);
  if (end.setup.mode != Mode::arena) require(2 * most > end.setup.match_games, "P3: no majority", end);
}

template <class Choose>
void check_games(Choose&& choose, int games) {
  for (const auto& options : testing::all_duel_options()) {
    for (int game = 0; game < games; ++game) {
      FastDice dice(static_cast<std::uint64_t>(game));
      std::optional<State> last;
      const State end =
          testing::play<Duel>(options, dice, static_cast<std::uint64_t>(game) + 99, choose, [&](const State& state) {
            check_table(state);
            check_choices(state);
            check_starter(state);
            if (last) check_step(*last, state);
            last = state;
          });
      check_table(end);
      check_end(end);
      check_step(*last, end);
    }
  }
}

}  // namespace

TEST_CASE("the invariants hold in random matches of every mode") {
  check_games(random_choice<Duel>, 25);
}

TEST_CASE("the invariants hold in greedy matches of every mode") {
  check_games(greedy_choice<Duel>, 1);
}

TEST_CASE("the first roll and an enemy's d4 come to an end even with dice that settle nothing") {
  // D-8, D-35: a die that always shows the same.
  struct Stuck {
    int face;
    int roll(int sides) { return std::min(face, sides); }
  };
  duel::Options options;
  options.mode = Mode::solitaire;
  options.enemies = 2;
  options.dragons = {{1, 2, 3}};
  Stuck fours{4};
  int rolls = 0;
  int dice = 0;
  std::optional<duel::Fight> fight;
  const auto state = start<Duel>(options, 1, fours, [&](const duel::Event& event) {
    rolls += std::holds_alternative<duel::Initiative>(event) ? 1 : 0;
  });
  REQUIRE(state.has_value());
  CHECK(rolls == 100);
  CHECK(state->first == 0);
  State next = *state;
  // Enemy 1 stands at 4 energy, where the 4 of its die (wait) is not to be had: claw after 100 tries.
  REQUIRE_FALSE(apply<Duel>(next, 0, {.kind = ActionKind::claw, .target = 2}, fours, [&](const duel::Event& event) {
    dice += std::holds_alternative<duel::EnemyDie>(event) && !fight ? 1 : 0;
    const auto* one = std::get_if<duel::Fight>(&event);
    if (one != nullptr && one->actor == 1) fight = *one;
  }));
  CHECK(dice == 100);
  REQUIRE(fight.has_value());
  CHECK(fight->kind == ActionKind::claw);
}

TEST_CASE("the arena ranks the fallen, the last to fall first") {
  duel::Options options;
  options.mode = Mode::arena;
  options.players = 5;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    FastDice dice(seed);
    const State end = testing::play<Duel>(options, dice, seed, random_choice<Duel>, [](const State& /*state*/) {});
    const Outcome outcome = Duel::outcome(end).value();
    CHECK(outcome.winners == SeatSet{end.winner});
    for (std::size_t i = 0; i < 5; ++i) {
      if (i == end.winner) continue;
      CHECK(outcome.place[i] == 6 - end.dragons[i].fell);
    }
  }
}

TEST_CASE("in a ring the start of the games moves on to the left, and those level with most wins draw") {  // R-DUEL-24
  int drawn = 0;
  int early = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    duel::Options options;
    options.mode = seed % 2 == 0 ? Mode::arena : Mode::solitaire;
    options.players = 4;
    options.enemies = 3;
    options.match_games = 5;
    FastDice dice(seed);
    std::optional<State> last;
    const State end = testing::play<Duel>(options, dice, seed, random_choice<Duel>, [&](const State& state) {
      if (last && last->first != duel::kNobody) {
        const int games = state.game - last->game;
        REQUIRE(state.first == (last->first + games) % 4);
      }
      last = state;
    });
    const Outcome outcome = Duel::outcome(end).value();
    early += end.game < 5 ? 1 : 0;
    if (options.mode == Mode::solitaire) continue;
    const int most = std::ranges::max(end.wins);
    const bool draw = std::ranges::count(end.wins, most) > 1;
    drawn += draw ? 1 : 0;
    CHECK(outcome.winners == (draw ? SeatSet{} : SeatSet{end.winner}));
    for (std::size_t i = 0; i < 4; ++i) {
      const Seat seat = static_cast<Seat>(i);
      CHECK((outcome.place[i] == 1) == (end.wins[i] == most));
      CHECK(Duel::value(end, seat) == (end.wins[i] < most ? 0 : draw ? 0.5 : 1));
      CHECK(Duel::nuggets(end, outcome, seat) == (end.wins[i] == most && !draw ? 1 : 0));
    }
    if (draw) continue;
    // It ends no later than it has to, and no sooner.
    for (std::size_t i = 0; i < 4; ++i) CHECK((i == end.winner || end.wins[i] + 5 - end.game < most));
  }
  CHECK(drawn > 0);
  CHECK(early > 0);
}

TEST_CASE("a solitaire that is lost has no winner, a team wins with all its seats") {
  duel::Options options;
  options.mode = Mode::solitaire;
  options.enemies = 7;
  FastDice dice(1);
  const State lost = testing::play<Duel>(options, dice, 1, random_choice<Duel>, [](const State& /*state*/) {});
  REQUIRE(lost.winner == 1);
  CHECK(Duel::outcome(lost)->winners.empty());
  CHECK(Duel::outcome(lost)->place[0] == 2);
  CHECK(Duel::value(lost, 0) == 0);

  options = {};
  options.mode = Mode::battle;
  options.owners = {{2, 2, 0, 1}};
  CHECK(Duel::seats(options) == 3);
  CHECK(Duel::side_of(options, 2) == 0);
  CHECK(Duel::side_of(options, 0) == 1);
  const State won = testing::play<Duel>(options, dice, 1, random_choice<Duel>, [](const State& /*state*/) {});
  CHECK(Duel::outcome(won)->winners == (won.winner == 0 ? SeatSet{2} : SeatSet{0, 1}));
}
