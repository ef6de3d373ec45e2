// The bots of Dice & Dragons: that they play legally and alike for the same seed, do what is plainly right, spend no
// more than they may, and win hunts.
#include "rules/hunt/strategy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Action;
using hunt::ActionKind;
using hunt::Phase;
using hunt::Skill;
using hunt::State;
using hunt::Symbol;

namespace {

constexpr std::array<Level, 3> kLevels = {Level::easy, Level::normal, Level::hard};

constexpr Symbol S = Symbol::sword;
constexpr Symbol M = Symbol::magic;
constexpr Symbol H = Symbol::holy;
constexpr Symbol B = Symbol::crossbow;
constexpr Symbol D = Symbol::dagger;
constexpr Symbol G = Symbol::dragon;

State fresh(const hunt::Options& options = {}) {
  FastDice dice(1);
  return start<Hunt>(options, Hunt::versions.back(), dice).value();
}

// The Warrior's turn, with these dice after this number of rolls.
State with_dice(std::initializer_list<Symbol> symbols, std::uint8_t rolls) {
  State state = fresh();
  REQUIRE(hunt::acting(state).of == hunt::Class::warrior);
  state.turn->rolls = rolls;
  state.turn->dice = symbols;
  return state;
}

// How many of `hunts` hunts a Wizard and a Cleric win; no other end is a victory.
int wins(int hunts, const auto& choose) {
  hunt::Options options;
  options.heroes = {{.seat = 0, .of = hunt::Class::wizard}, {.seat = 1, .of = hunt::Class::cleric}};
  int won = 0;
  for (int i = 0; i < hunts; ++i) {
    FastDice dice(static_cast<std::uint64_t>(i));
    const State end = testing::play<Hunt>(options, dice, static_cast<std::uint64_t>(i), choose, [](const State&) {});
    won += end.last.end->outcome == hunt::HuntOutcome::victory ? 1 : 0;
  }
  return won;
}

}  // namespace

TEST_CASE("in any state, every level decides what is legal, the same for the same seed") {
  std::uint64_t seed = 0;
  std::set<Phase> phases;
  std::set<ActionKind> kinds;
  for (const hunt::Options& options : testing::all_hunt_options()) {
    FastDice dice(++seed);
    State state = start<Hunt>(options, Hunt::versions.back(), dice).value();
    for (int at = 0; at < 400 && !Hunt::outcome(state); ++at) {
      const SeatSet waiting = Hunt::waiting_on(state);
      const Seat seat = testing::first_waiting(waiting);
      if (phases.insert(state.phase).second || at % 8 == 0 || state.phase >= Phase::replace) {
        for (int i = 0; i < hunt::seats_of(state); ++i) {
          const auto each = static_cast<Seat>(i);
          for (const Level level : kLevels) {
            const auto action = hunt::decide(state, each, level, seed);
            REQUIRE(action.has_value() == waiting.contains(each));
            if (!action) continue;
            kinds.insert(action->kind);
            REQUIRE_MESSAGE(!Hunt::fault_of(state, each, *action), nlohmann::json(state).dump());
            REQUIRE(*hunt::decide(state, each, level, seed) == *action);
          }
        }
      }
      const bool votes = state.phase == Phase::flee;  // at random, but hardly anybody flees
      const auto action = votes && at % 16 != 0 ? Action{.kind = ActionKind::flee}
                                                : random_choice<Hunt>(state, seat, dice.bits()).value();
      REQUIRE_FALSE(apply<Hunt>(state, seat, action, dice));
    }
  }
  CHECK(phases == std::set<Phase>{Phase::turn, Phase::assist, Phase::flee, Phase::replace, Phase::village});
  for (const ActionKind kind : {ActionKind::roll, ActionKind::skill, ActionKind::general, ActionKind::fail,
                                ActionKind::assist, ActionKind::improve, ActionKind::learn}) {
    CHECK_MESSAGE(kinds.contains(kind), hunt::kActionKindNames[hunt::index(kind)]);
  }
}

TEST_CASE("the killing blow is struck") {
  State state = with_dice({S, S, G, G, H}, 1);
  state.dragons[0].hp = 3;  // Cleave
  for (const Level level : {Level::normal, Level::hard}) {
    const auto action = hunt::decide(state, 0, level, 1);
    CHECK(action->kind == ActionKind::skill);
    CHECK(action->skill == Skill::cleave);
  }
  state.dragons[0].hp = 4;  // out of its reach, so Second Wind and Cleave have to wait for a better throw
  CHECK(hunt::decide(state, 0, Level::normal, 1)->kind == ActionKind::roll);
}

TEST_CASE("a throw that cannot make anything worse is made") {
  // Whirlwind stands already; only the Dragons are thrown again.
  const State state = with_dice({S, S, S, G, G}, 2);
  const auto action = hunt::decide(state, 0, Level::hard, 1);
  REQUIRE(action->kind == ActionKind::roll);
  CHECK(action->dice == hunt::Places{3, 4});
  CHECK(hunt::decide(with_dice({S, S, S, G, G}, 3), 0, Level::hard, 1)->skill == Skill::whirlwind);
}

TEST_CASE("an assisted die that serves is kept, and one that does not is thrown") {
  State state = with_dice({Symbol::blank, Symbol::blank, Symbol::blank, Symbol::blank, Symbol::blank}, 0);
  state.turn->kept = S;
  CHECK(hunt::decide(state, 0, Level::hard, 1)->dice == hunt::Places{1, 2, 3, 4});
  for (const std::size_t place : {0U, 1U, 2U, 5U}) state.heroes[0].covered[place] = 1;
  state.dragons[0].hp = 5;  // Shield Bash slays it
  state.turn->kept = M;
  CHECK(hunt::decide(state, 0, Level::hard, 1)->dice == hunt::Places{0, 1, 2, 3, 4});
}

TEST_CASE("the next hero gets the symbol that serves it best") {
  State state = with_dice({S, S, H, D, G}, 3);
  FastDice dice(1);
  REQUIRE_FALSE(apply<Hunt>(state, 0, {.kind = ActionKind::skill, .dice = {0, 1}, .skill = Skill::cleave}, dice));
  REQUIRE(state.phase == Phase::assist);
  for (const Level level : kLevels) CHECK(hunt::decide(state, 0, level, 1)->place == 2);  // to the Cleric
}

TEST_CASE("who is about to die is healed rather than the dragon scratched") {
  State state = with_dice({S, H, D, M, M}, 3);  // Second Wind, or Mighty Strike
  state.heroes[0].hp = 9;                       // a Fury with three Dragons takes 11
  state.dragons[0].hp = 60;
  CHECK(hunt::decide(state, 0, Level::hard, 1)->skill == Skill::second_wind);
  state.heroes[0].hp = state.heroes[0].hpMax;
  CHECK(hunt::decide(state, 0, Level::hard, 1)->skill == Skill::mighty_strike);
}

TEST_CASE("potions are for those in need, durable items are put on") {
  State state = with_dice({S, S, H, M, B}, 3);
  state.heroes[0].items.push_back({.id = hunt::Item::healing_potion});
  CHECK(hunt::decide(state, 0, Level::hard, 1)->kind == ActionKind::skill);
  state.heroes[1].hp = 2;
  const auto action = hunt::decide(state, 0, Level::hard, 1);
  CHECK(action->kind == ActionKind::item);
  CHECK(action->place == 1);
  State dressed = fresh();
  dressed.heroes[0].items.push_back({.id = hunt::Item::leather_coat});
  CHECK(hunt::decide(dressed, 0, Level::hard, 1)->kind == ActionKind::item);
}

TEST_CASE("nobody flees at the start, and a lost hunt is given up where the band outlives it") {
  hunt::Options options;
  options.campaign = true;
  State state = fresh(options);
  state.turn->dice = {S, S, H, M, B};
  state.turn->rolls = 1;
  const auto calls = [&](Level level) { return hunt::decide(state, 0, level, 1)->kind == ActionKind::flee; };
  for (const Level level : kLevels) CHECK_FALSE(calls(level));
  state.phase = Phase::flee;
  for (const Level level : kLevels) CHECK_FALSE(hunt::decide(state, 0, level, 1)->yes);
  for (hunt::Hero& hero : state.heroes) hero.hp = 1, hero.tokens = 0;  // the Fury comes next
  for (const Level level : kLevels) CHECK(hunt::decide(state, 0, level, 1)->yes);
  state.phase = Phase::turn;
  for (const Level level : kLevels) CHECK(calls(level));
  state.phase = Phase::flee;
  state.dragons[0].hp = 1;
  for (const Level level : kLevels) CHECK_FALSE(hunt::decide(state, 0, level, 1)->yes);
}

TEST_CASE("in a village a seat spends its own gold only, and keeps what a resurrection costs") {
  hunt::Options options;
  options.heroes = testing::one_hero_a_seat(4);
  options.heroes.push_back({.seat = 0, .of = hunt::Class::rogue});
  options.campaign = true;
  options.chapter = 7;
  for (const Level level : kLevels) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      FastDice dice(seed);
      State state = start<Hunt>(options, Hunt::versions.back(), dice).value();
      for (hunt::Hero& hero : state.heroes) {
        hero.gold = static_cast<std::uint32_t>(dice.below(14));
        hero.alive = dice.below(3) > 0;
        hero.hp = hero.alive ? hero.hpMax : std::uint8_t{0};
      }
      state.heroes[seed % 5].alive = true;
      state.turn.reset();
      hunt::begin_village(state, true, false);
      for (int i = 0; i < 100 && state.phase == Phase::village; ++i) {
        const State before = state;
        const Seat seat = testing::first_waiting(Hunt::waiting_on(state));
        const auto action = hunt::decide(state, seat, level, seed);
        REQUIRE_FALSE(apply<Hunt>(state, seat, *action, dice));
        for (std::size_t hero = 0; hero < state.heroes.size(); ++hero) {
          const auto gold = state.heroes[hero].gold;
          if (gold == before.heroes[hero].gold) continue;
          CHECK(before.heroes[hero].seat == seat);
          if (action->kind == ActionKind::buy) CHECK(gold >= hunt::kResurrectionGold);
        }
        // Each hero who can be brought back by the own gold is, before anybody is ready.
        if (action->kind != ActionKind::ready) continue;
        for (const hunt::Hero& hero : before.heroes) {
          if (hero.seat != seat || hero.alive) continue;
          for (const hunt::Hero& payer : before.heroes) {
            CHECK_FALSE((payer.seat == seat && payer.gold >= hunt::kResurrectionGold));
          }
        }
      }
      CHECK(state.phase != Phase::village);
    }
  }
}

TEST_CASE("bots win hunts, and those that think more win more") {
  constexpr int kHunts = 150;
  const auto bot = [](Level level) {
    return
        [level](const State& state, Seat seat, std::uint64_t seed) { return Hunt::decide(state, seat, level, seed); };
  };
  const int normal = wins(kHunts, bot(Level::normal));
  const int easy = wins(kHunts, bot(Level::easy));
  const int random = wins(kHunts, [](const State& state, Seat seat, std::uint64_t seed) {
    if (state.phase == Phase::flee) return std::optional(Action{.kind = ActionKind::flee});
    auto action = random_choice<Hunt>(state, seat, seed);
    while (action->kind == ActionKind::flee) action = random_choice<Hunt>(state, seat, ++seed);
    return action;
  });
  MESSAGE("of " << kHunts << " hunts normal won " << normal << ", easy " << easy << ", random " << random);
  CHECK(normal > kHunts / 2);
  CHECK(normal > easy + 10);
  CHECK(easy > random);
}
