// Plans and odds of Dice & Dragons, held against what can be counted out.
#include "rules/hunt/plan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/hunt/hands.h"
#include "rules/hunt/odds.h"
#include "rules/hunt/rules.h"
#include "rules/search/odds.h"
#include "tests/rules/hunt/options.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Hand;
using hunt::HandWorths;
using hunt::kHandTable;
using hunt::Plan;
using hunt::Skill;
using hunt::State;
using hunt::Symbol;
using Throws = InlineVector<hunt::Throw, hunt::kMaxThrows>;

namespace {

Hand hand(std::initializer_list<Symbol> symbols) {
  Hand hand = hunt::kEmptyHand;
  for (const Symbol symbol : symbols) hand = kHandTable.with[hand][hunt::index(symbol)];
  return hand;
}

// The best mean worth by trying every set of dice and every way they may fall.
double by_hand(const std::vector<int>& dice, const HandWorths& stop, const Throws& throws, std::size_t made);

double after_throwing(std::vector<int> dice, const std::vector<std::size_t>& thrown, std::size_t at,
                      const HandWorths& stop, const Throws& throws, std::size_t made) {
  if (at == thrown.size()) return by_hand(dice, stop, throws, made + 1);
  double sum = 0;
  for (int face = 0; face < hunt::kFaces; ++face) {
    dice[thrown[at]] = face;
    sum += after_throwing(dice, thrown, at + 1, stop, throws, made);
  }
  return sum / hunt::kFaces;
}

double by_hand(const std::vector<int>& dice, const HandWorths& stop, const Throws& throws, std::size_t made) {
  Hand shown = hunt::kEmptyHand;
  for (const int face : dice) shown = kHandTable.with[shown][static_cast<std::size_t>(face)];
  if (made == throws.size()) return stop[shown];
  double best = by_hand(dice, stop, throws, made + 1);  // this one is left out
  for (unsigned set = 1; set < 1U << dice.size(); ++set) {
    std::vector<std::size_t> thrown;
    for (std::size_t die = 0; die < dice.size(); ++die) {
      if ((set >> die & 1U) != 0) thrown.push_back(die);
    }
    if (thrown.size() > throws[made].most) continue;
    best = std::max(best, after_throwing(dice, thrown, 0, stop, throws, made) - throws[made].cost);
  }
  return best;
}

HandWorths random_worths(std::uint64_t seed) {
  FastDice dice(seed);
  HandWorths worths;
  for (float& worth : worths) worth = static_cast<float>(dice.below(1000)) / 100;
  return worths;
}

// The acting hero's dice, after this number of rolls.
State with_dice(std::initializer_list<Symbol> symbols, std::uint8_t rolls) {
  FastDice dice(1);
  State state = start<Hunt>({}, 1, dice).value();
  state.turn->rolls = rolls;
  state.turn->dice = symbols;
  return state;
}

hunt::SkillOdds odds_of(const hunt::SkillOddsList& list, Skill skill) {
  return *std::ranges::find(list, skill, &hunt::SkillOdds::skill);
}

constexpr Symbol S = Symbol::sword;
constexpr Symbol M = Symbol::magic;
constexpr Symbol H = Symbol::holy;
constexpr Symbol B = Symbol::crossbow;
constexpr Symbol G = Symbol::dragon;

}  // namespace

TEST_CASE("hands are counted rightly") {
  CHECK(hand({S, G, M}) == hand({M, S, G}));
  CHECK(kHandTable.size[hand({S, G, M})] == 3);
  CHECK(kHandTable.without[hand({S, G, M})][hunt::index(G)] == hand({S, M}));
  for (std::size_t i = 0; i < hunt::kHands; ++i) {
    int size = 0;
    for (const int count : kHandTable.symbols[i]) size += count;
    REQUIRE(size == kHandTable.size[i]);
    REQUIRE(i >= hunt::kFirstHand[static_cast<std::size_t>(size)]);
    REQUIRE(i < hunt::kFirstHand[static_cast<std::size_t>(size) + 1]);
  }
  CHECK(hunt::can_form(Skill::jab, hand({B, G, B, B})));
  CHECK_FALSE(hunt::can_form(Skill::jab, hand({G, G, G, B, B})));
  CHECK(hunt::can_form(Skill::bestial_pounce, hand({B, B, B, S, H})));
  CHECK_FALSE(hunt::can_form(Skill::bestial_pounce, hand({B, B, S, S, H})));
}

TEST_CASE("a plan is worth what trying everything out finds") {
  const std::vector<Throws> all = {{hunt::Throw{}},
                                   {hunt::Throw{}, hunt::Throw{}},
                                   {hunt::Throw{}, hunt::Throw{.cost = 0.7F, .most = 2}},
                                   {hunt::Throw{.cost = 1.5F}, hunt::Throw{.cost = 0.2F, .most = 1}}};
  std::uint64_t seed = 0;
  for (const Throws& throws : all) {
    const HandWorths stop = random_worths(++seed);
    const Plan plan(3, stop, throws);
    for (std::size_t i = hunt::kFirstHand[3]; i < hunt::kFirstHand[4]; i += 5) {
      std::vector<int> dice;
      for (int face = 0; face < hunt::kFaces; ++face) {
        for (int n = 0; n < kHandTable.symbols[i][static_cast<std::size_t>(face)]; ++n) dice.push_back(face);
      }
      const auto shown = static_cast<Hand>(i);
      REQUIRE(plan.worth(shown, throws.size()) == doctest::Approx(by_hand(dice, stop, throws, 0)).epsilon(1e-4));
      // What it does next is worth as much.
      const auto step = plan.next(shown, throws.size());
      const double next = step ? plan.worth_of_keeping(step->kept, step->left) : plan.worth(shown, 0);
      REQUIRE(next == doctest::Approx(plan.worth(shown, throws.size())).epsilon(1e-4));
    }
  }
}

TEST_CASE("five dice: the odds of three equal ones and more") {
  HandWorths stop{};
  for (std::size_t i = 0; i < hunt::kHands; ++i) stop[i] = kHandTable.symbols[i][hunt::index(S)] >= 3 ? 1 : 0;
  const Plan plan(5, stop, {hunt::Throw{}, hunt::Throw{}});
  // Three or more swords of five dice thrown once: 276 of 7776.
  CHECK(plan.worth_of_keeping(hunt::kEmptyHand, 1) == doctest::Approx(276.0 / 7776));
  // Two throws for one more: 1 - (5/6)^6.
  CHECK(plan.worth(hand({S, S, M, H, G}), 2) == doctest::Approx(1 - std::pow(5.0 / 6, 6)));
  const auto step = plan.next(hand({S, S, M, H, G}), 2);
  REQUIRE(step);
  CHECK(step->kept == hand({S, S}));
  CHECK_FALSE(plan.next(hand({S, S, S, H, G}), 2));
}

TEST_CASE("a throw that costs more than it brings is left out") {
  HandWorths stop{};
  for (std::size_t i = 0; i < hunt::kHands; ++i) stop[i] = kHandTable.symbols[i][hunt::index(S)] > 0 ? 1 : 0;
  const Plan dear(1, stop, {hunt::Throw{.cost = 0.2F}});
  CHECK_FALSE(dear.next(hand({M}), 1));
  const Plan cheap(1, stop, {hunt::Throw{.cost = 0.1F}});
  CHECK(cheap.next(hand({M}), 1)->kept == hunt::kEmptyHand);
  CHECK(cheap.worth(hand({M}), 1) == doctest::Approx((1.0 / 6) - 0.1));
}

TEST_CASE("the odds of skills from here") {
  // The Warrior acts first: Cleave is SS, Shield Bash SBH.
  const State state = with_dice({S, B, M, G, G}, 1);
  REQUIRE(hunt::acting(state).of == hunt::Class::warrior);
  const auto list = hunt::odds_of_skills(state);
  CHECK(list.size() == 8);
  const auto cleave = odds_of(list, Skill::cleave);
  CHECK(cleave.now == 0);
  CHECK(cleave.one == doctest::Approx(1 - std::pow(5.0 / 6, 4)));
  CHECK(cleave.two == doctest::Approx(1 - std::pow(5.0 / 6, 8)));
  const auto bash = odds_of(list, Skill::shield_bash);
  CHECK(bash.one == doctest::Approx(1 - std::pow(5.0 / 6, 3)));
  CHECK(odds_of(hunt::odds_of_skills(with_dice({S, B, H, G, G}, 1)), Skill::shield_bash).now == 1);
  // No throw is left after the third.
  const auto last = odds_of(hunt::odds_of_skills(with_dice({S, B, M, G, G}, 3)), Skill::cleave);
  CHECK(last.one == 0);
  CHECK(last.two == 0);
}

TEST_CASE("covered skills, and attacks of those who face no dragon, have no odds") {
  State state = with_dice({S, B, M, G, G}, 1);
  hunt::Hero& hero = state.heroes[state.turn->hero];
  hero.covered[0] = 1;
  CHECK(hunt::odds_of_skills(state).size() == 7);
  hero.facing = hunt::kNoDragon;
  const auto list = hunt::odds_of_skills(state);  // Second Wind and Treat Wounds
  REQUIRE(list.size() == 2);
  CHECK(list[0].skill == Skill::second_wind);
  CHECK(list[1].skill == Skill::treat_wounds);
}

TEST_CASE("before the first roll an assisted die counts where it helps") {
  State state = with_dice({Symbol::blank, Symbol::blank, Symbol::blank, Symbol::blank, Symbol::blank}, 0);
  const auto without = odds_of(hunt::odds_of_skills(state), Skill::cleave);
  CHECK(without.now == 0);
  CHECK(without.one == doctest::Approx(1 - std::pow(5.0 / 6, 5) - (5 * std::pow(5.0 / 6, 4) / 6)));
  state.turn->kept = S;
  CHECK(odds_of(hunt::odds_of_skills(state), Skill::cleave).one == doctest::Approx(1 - std::pow(5.0 / 6, 4)));
  state.turn->kept = M;
  CHECK(odds_of(hunt::odds_of_skills(state), Skill::cleave).one == doctest::Approx(without.one));
  const auto kept = odds_of(hunt::odds_of_throwing(state, {1, 2, 3, 4}), Skill::cleave);
  CHECK(kept.one < without.one);
}

TEST_CASE("what comes of throwing these dice is what the rules make of it") {
  const State state = with_dice({S, B, M, G, S}, 1);
  const hunt::Places thrown = {1, 3};
  double cleaves = 0;
  double bashes = 0;
  std::array<double, 4> dragons{};
  const auto visit = [&](const State& after, double weight) {
    const hunt::Counts counts = hunt::count(*after.turn);
    dragons[std::min<std::size_t>(3, counts.dragons)] += weight;
    cleaves += hunt::can_form(hunt::data_of(Skill::whirlwind).pattern, counts) ? weight : 0;
    bashes += hunt::can_form(hunt::data_of(Skill::shield_bash).pattern, counts) ? weight : 0;
  };
  const Seat seat = hunt::acting(state).seat;
  REQUIRE(visit_outcomes<Hunt>(state, seat, {.kind = hunt::ActionKind::roll, .dice = thrown}, visit));
  const auto list = hunt::odds_of_throwing(state, thrown);
  CHECK(odds_of(list, Skill::whirlwind).one == doctest::Approx(cleaves));
  CHECK(odds_of(list, Skill::shield_bash).one == doctest::Approx(bashes));
  CHECK(odds_of(list, Skill::shield_bash).two > bashes);
  const hunt::CounterOdds counter = hunt::counter_after_throwing(state, thrown);
  for (std::size_t i = 0; i < 4; ++i) CHECK(counter.odds[i] == doctest::Approx(dragons[i]));
}

TEST_CASE("what a counter-attack takes") {
  State state = with_dice({S, G, M, G, S}, 2);
  CHECK(hunt::counter_now(state).odds == std::array<double, 4>{0, 0, 1, 0});
  CHECK(hunt::counter_now(state).loss == std::array<std::uint16_t, 4>{0, 3, 7, 10});
  state.heroes[state.turn->hero].ac = 5;
  CHECK(hunt::counter_now(state).loss == std::array<std::uint16_t, 4>{0, 0, 2, 5});
  state.heroes[state.turn->hero].ally = 1;
  CHECK(hunt::counter_now(state).loss == std::array<std::uint16_t, 4>{});
}

TEST_CASE("the odds of a Fury are those of three throws") {
  const std::array<double, 4> odds = hunt::odds_of_fury(5);
  const double each = 91.0 / 216;
  CHECK(odds[0] == doctest::Approx(std::pow(1 - each, 5)));
  CHECK(odds[1] == doctest::Approx(5 * each * std::pow(1 - each, 4)));
  CHECK(odds[0] + odds[1] + odds[2] + odds[3] == doctest::Approx(1));
}
