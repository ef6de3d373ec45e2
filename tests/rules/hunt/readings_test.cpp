// The options that read the old guide otherwise than usual (R-HUNT-3, R-HUNT-7, R-HUNT-10, R-HUNT-12, R-HUNT-29), each
// with both values.
#include <doctest/doctest.h>

#include <array>
#include <optional>

#include "rules/hunt/odds.h"
#include "rules/hunt/rules.h"
#include "rules/hunt/strategy.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using hunt::Action;
using hunt::ActionKind;
using hunt::Options;
using hunt::Phase;
using hunt::Skill;
using hunt::State;
using hunt::Symbol;
using Hunt = hunt::Game;

namespace {

State hunt_with(const Options& options) {
  FastDice dice(1);
  return start<Hunt>(options, 2, dice).value();
}

// A hunt in which the dragon holds all dice, in the first turn.
State frozen() {
  Options options;
  options.maxLocked = hunt::kDice;
  options.dragons = {{hunt::DragonKind::young_black}};
  State state = hunt_with(options);
  state.dragons[0].locked = hunt::kDice;
  state.turn->dice.clear();
  return state;
}

// The end of the last turn of a round: the Cleric, last of three, has a Sword and a Holy to spare.
State last_turn(bool over_fury, int round_limit = 30) {
  Options options;
  options.heroes = testing::one_hero_a_seat(3);  // the order is Wizard, Warrior, Cleric
  options.assistOverFury = over_fury;
  options.roundLimit = round_limit;
  State state = hunt_with(options);
  for (hunt::Hero& hero : state.heroes) hero.tokens = 0;
  state.heroes[2].tokens = 1;
  state.pos = 2;
  state.turn->hero = 2;
  state.turn->rolls = 3;
  for (std::size_t die = 0; die < state.turn->dice.size(); ++die) {
    state.turn->dice[die] = std::array{Symbol::holy, Symbol::holy, Symbol::holy, Symbol::sword, Symbol::holy}[die];
  }
  return state;
}
constexpr Action kWrath{.kind = ActionKind::skill, .dice = {0, 1, 2}, .skill = Skill::holy_wrath};

}  // namespace

TEST_CASE("a die is passed over the Fury where the option has it so (H1, R-HUNT-7)") {
  FastDice dice(1);
  const auto act = [&](State& state, const Action& action) { REQUIRE(!apply<Hunt>(state, 2, action, dice)); };
  State without = last_turn(false);
  act(without, kWrath);
  CHECK(without.round == 2);
  CHECK(!without.turn->kept);
  State at_the_end = last_turn(true, 5);  // no round follows
  at_the_end.round = 5;
  act(at_the_end, kWrath);
  CHECK(at_the_end.last.end);

  State state = last_turn(true);
  act(state, kWrath);
  REQUIRE(state.phase == Phase::assist);
  CHECK(hunt::hero_assisted(state) == 1);
  const auto best = hunt::decide(state, 2, Level::hard, 1);
  CHECK((best && best->kind == ActionKind::assist));
  State kept = state;
  act(kept, {.kind = ActionKind::assist, .place = 3});
  CHECK(kept.round == 2);
  CHECK(kept.turn->hero == 1);
  CHECK(kept.turn->kept == Symbol::sword);
  CHECK(!kept.assist);
  State not_passed = state;
  act(not_passed, {.kind = ActionKind::assist, .place = -1});
  CHECK(!not_passed.turn->kept);
}

TEST_CASE("a die that was passed over the Fury is gone where nobody else, or no die, is left (R-HUNT-7)") {
  FastDice dice(1);
  State alone = last_turn(true);
  alone.heroes[1].hp = alone.heroes[0].hp = 1;
  alone.heroes[1].poison = alone.heroes[0].poison = 1;
  REQUIRE(!apply<Hunt>(alone, 2, kWrath, dice));
  REQUIRE(!apply<Hunt>(alone, 2, {.kind = ActionKind::assist, .place = 3}, dice));
  CHECK(alone.turn->hero == 2);
  CHECK(!alone.turn->kept);
  CHECK(!alone.assist);
  // With all dice locked, the next turn has none to begin with.
  State locked = last_turn(true);
  locked.assist = Symbol::sword;
  locked.options.maxLocked = hunt::kDice;
  locked.dragons[0].locked = hunt::kDice;
  locked.heroes[1].tokens = 1;
  hunt::begin_next_turn(locked);
  CHECK(!locked.turn->kept);
  CHECK(!locked.assist);
}

TEST_CASE("a Wizard has its fourth token from level 4, or from 3 (L6)") {
  const auto tokens = [](int level, std::optional<int> from) {
    Options options;
    options.heroes = {{.seat = 0, .of = hunt::Class::wizard, .level = level}, {.seat = 0, .of = hunt::Class::cleric}};
    if (from) options.fourthToken = *from;
    return int{hunt_with(options).heroes[0].tokens};
  };
  CHECK(tokens(3, std::nullopt) == 3);
  CHECK(tokens(4, std::nullopt) == 4);
  CHECK(tokens(3, 4) == 3);
  CHECK(tokens(2, 3) == 3);
  CHECK(tokens(3, 3) == 4);
  CHECK(tokens(4, 3) == 4);
}

TEST_CASE("Healing Wave gives 3 hit points to each, or 4 (R-HUNT-12)") {
  const auto healed = [](std::optional<int> points, bool improved) {
    Options options;
    options.heroes = testing::one_hero_a_seat(3);
    hunt::HeroSkill wave{.id = Skill::healing_wave};
    if (improved) wave.plus = 1, wave.part = hunt::Part::heal;
    options.heroes[2].skills = {{wave}};
    if (points) options.healingWave = *points;
    State state = hunt_with(options);
    for (hunt::Hero& hero : state.heroes) hero.hp = 10;
    state.turn->hero = 2;
    hunt::take_effect(state, {.kind = ActionKind::skill, .targets = {0, 2}, .skill = Skill::healing_wave});
    CHECK(state.heroes[1].hp == 10);
    CHECK(state.heroes[0].hp == state.heroes[2].hp);
    return state.heroes[0].hp - 10;
  };
  CHECK(healed(std::nullopt, false) == 3);
  CHECK(healed(3, true) == 4);
  CHECK(healed(4, false) == 4);
  CHECK(healed(4, true) == 5);
}

TEST_CASE("with all dice locked a hero throws none and fails, and the Fury throws none (X1, X2)") {
  State state = frozen();
  FastDice dice(1);
  const auto act = [&](Seat seat, const Action& action) { return apply<Hunt>(state, seat, action, dice); };
  const std::uint8_t hp = state.heroes[0].hp;
  while (state.round == 1) {
    REQUIRE(state.phase == Phase::turn);
    for (const hunt::SkillOdds& odds : hunt::odds_of_skills(state)) CHECK(odds.two == 0);
    REQUIRE(!act(0, {.kind = ActionKind::roll}));
    CHECK(act(0, {.kind = ActionKind::roll})->rule == "R1");
    for (const hunt::SkillOdds& odds : hunt::odds_of_skills(state)) CHECK(odds.two == 0);
    const auto action = Hunt::time_out_action(state, 0);
    CHECK(action.kind == ActionKind::fail);
    REQUIRE(!act(0, action));
  }
  CHECK(state.heroes[0].hp == hp);
  CHECK(state.dragons[0].locked == hunt::kDice);
}

TEST_CASE("a frozen hunt ends with its rounds, or with flight (E3, E4)") {
  for (const bool thinks : {false, true}) {
    State state = frozen();
    FastDice dice(1);
    FastDice choice(2);
    for (int i = 0; i < 2'000 && !state.last.end; ++i) {
      const Seat seat = testing::first_waiting(Hunt::waiting_on(state));
      const std::optional<Action> action =
          thinks ? hunt::decide(state, seat, Level::hard, choice.bits()) : Hunt::time_out_action(state, seat);
      REQUIRE(!apply<Hunt>(state, seat, *action, dice));
    }
    REQUIRE(state.last.end);
    CHECK(state.last.end->outcome == (thinks ? hunt::HuntOutcome::fled : hunt::HuntOutcome::escaped));
  }
}

TEST_CASE("the last supporter asked must step in, or may decline, which is flight (P7, R-HUNT-29)") {
  const auto vacant = [](bool may_decline) {
    Options options;
    options.heroes = testing::one_hero_a_seat(4);
    options.lastMayDecline = may_decline;
    State state = hunt_with(options);
    state.phase = Phase::replace;
    state.then = hunt::Then::assist;
    state.replace = {1};
    state.dragons[0].alive = false;
    for (hunt::Hero& hero : state.heroes) hero.facing = hunt::kNoDragon;
    return state;
  };
  constexpr Action kDecline{.kind = ActionKind::replace};
  FastDice dice(1);
  for (const bool may_decline : {false, true}) {
    State state = vacant(may_decline);
    for (int asked = 0; asked < 3; ++asked) {
      CHECK(!hunt::is_last_asked(state));
      REQUIRE(!apply<Hunt>(state, testing::first_waiting(Hunt::waiting_on(state)), kDecline, dice));
    }
    CHECK(hunt::is_last_asked(state));
    CHECK(hunt::is_forced(state) != may_decline);
    const Seat last = testing::first_waiting(Hunt::waiting_on(state));
    CHECK(Hunt::time_out_action(state, last).yes);
    hunt::ActionList list;
    Hunt::choices(state, last, list);
    CHECK(list.size() == (may_decline ? 2 : 1));
    const std::optional<Fault> fault = apply<Hunt>(state, last, kDecline, dice);
    CHECK(fault.has_value() != may_decline);
    if (fault) CHECK(fault->rule == "P7");
    CHECK(state.last.end.has_value() == may_decline);
    if (!may_decline) continue;
    CHECK(state.last.end->outcome == hunt::HuntOutcome::fled);
    CHECK(state.phase == Phase::village);
  }
  // While somebody faces the dragon nobody is the last, and all may stay out.
  State state = vacant(true);
  state.heroes[0].facing = 1;
  for (int asked = 0; asked < 3; ++asked) {
    REQUIRE(!apply<Hunt>(state, testing::first_waiting(Hunt::waiting_on(state)), kDecline, dice));
  }
  CHECK(!state.last.end);
  CHECK(state.phase == Phase::assist);
}

TEST_CASE("a bot that is the last one asked steps in unless all is lost (P7)") {
  Options options;
  options.heroes = testing::one_hero_a_seat(4);
  options.lastMayDecline = true;
  State state = hunt_with(options);
  state.phase = Phase::replace;
  state.then = hunt::Then::assist;
  state.replace = {1};
  state.dragons[0].alive = false;
  state.dragons[1].hp = 1;
  for (hunt::Hero& hero : state.heroes) hero.facing = hunt::kNoDragon;
  state.asked = {3, 1, 0};
  const auto steps_in = [&] { return hunt::decide(state, 2, Level::hard, 1)->yes; };
  CHECK(steps_in());
  for (hunt::Hero& hero : state.heroes) {
    hero.alive = &hero == &state.heroes[2];
    hero.hp = hero.alive ? 1 : 0;
  }
  state.dragons[1].hp = state.dragons[1].hpMax = 200;
  state.options.campaign = true;  // another hunt is worth more than this one
  CHECK(!steps_in());
}
