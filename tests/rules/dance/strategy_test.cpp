// The bots of Dragon Dance: that they play legally, do not let themselves be foreseen, know what is decided, and that a
// stronger one wins more often.
#include "rules/dance/strategy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "rules/dance/notation.h"
#include "rules/dance/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/dance/options.h"
#include "tests/rules/dance/secrets.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Dance = dance::Game;
using dance::Action;
using dance::ActionKind;
using dance::Card;
using dance::kDragon;
using dance::kKnight;
using dance::Phase;
using dance::State;

namespace {

constexpr std::array<Level, 3> kLevels = {Level::easy, Level::normal, Level::hard};

State fresh(const dance::Options& options = {}) {
  FastDice dice(1);
  return start<Dance>(options, 1, dice).value();
}

void must_apply(State& state, Seat seat, const Action& action) {
  FastDice dice(1);
  REQUIRE_FALSE(apply<Dance>(state, seat, action, dice));
}

// At short range, both without a die, before the cards. The dragon has lost all but Recuperate.
State cornered(std::uint8_t dragons_life) {
  State state = fresh();
  state.range = dance::Range::close;
  dance::Side& dragon = state.seats[kDragon];
  dragon.life = dragons_life;
  for (const Card card : dance::CardSet::deck_of(kDragon)) {
    if (card == Card::recuperate_d) continue;
    dragon.hand.erase(card);
    dragon.discard.push_back(card);
  }
  for (const Seat seat : {kKnight, kDragon}) must_apply(state, seat, {.kind = ActionKind::die});
  REQUIRE(state.phase == Phase::card);
  return state;
}

// How many of `matches` the one wins, as either seat in turn.
int wins(Level one, Level other, int matches) {
  int won = 0;
  for (int match = 0; match < matches; ++match) {
    const auto seed = static_cast<std::uint64_t>(match / 2);
    const auto seat_of_one = static_cast<Seat>(match % 2);
    FastDice dice(seed);
    const auto choose = [&](const State& state, Seat seat, std::uint64_t at) {
      return Dance::decide(state, seat, seat == seat_of_one ? one : other, at);
    };
    const State end = testing::play<Dance>({}, dice, ~seed, choose, [](const State&) {});
    won += end.result->winner == seat_of_one ? 1 : 0;
  }
  return won;
}

}  // namespace

TEST_CASE("in any state, every level decides what is legal, the same for the same seed, at bounded cost") {
  std::uint64_t seed = 0;
  std::uint32_t most = 0;
  std::set<Phase> phases;
  for (const dance::Options& options : testing::dance_options()) {
    FastDice dice(++seed);
    int at = 0;
    const auto choose = [](const State& state, Seat seat, std::uint64_t bits) {
      return random_choice<Dance>(state, seat, bits);
    };
    testing::play<Dance>(options, dice, seed, choose, [&](const State& state) {
      if (++at > 24) return;  // there are long matches
      phases.insert(state.phase);
      for (const Seat seat : {kKnight, kDragon}) {
        const State seen = Dance::conceal(state, Viewer{seat});
        for (const Level level : kLevels) {
          const dance::Decision decision = dance::decide(seen, seat, level, seed);
          REQUIRE(decision.action.has_value() == Dance::waiting_on(state).contains(seat));
          if (!decision.action) continue;
          REQUIRE_MESSAGE(!Dance::fault_of(state, seat, *decision.action), nlohmann::json(state).dump());
          REQUIRE(*dance::decide(seen, seat, level, seed).action == *decision.action);
          most = std::max(most, decision.cells);
        }
      }
    });
  }
  CHECK(phases == std::set<Phase>{Phase::die, Phase::card, Phase::combo, Phase::take_back});
  CHECK(most > 500);
  CHECK(most <= dance::kMaxCells);
}

TEST_CASE("the most states that one decision judges: all dice different, everything to choose from, at short range") {
  State state = fresh();
  state.range = dance::Range::close;
  state.seats[kKnight].dice = {2, 3, 4, 5, 6};
  state.seats[kDragon].dice = {4, 5, 6};
  const std::uint32_t cells = dance::decide(state, kKnight, Level::hard, 1).cells;
  CHECK(cells > dance::kMaxCells / 2);
  CHECK(cells <= dance::kMaxCells);
}

TEST_CASE("what the other has chosen already changes nothing") {
  FastDice chance(1);
  for (const ActionKind kind : {ActionKind::die, ActionKind::card}) {
    State before = fresh();
    if (kind == ActionKind::card) {
      for (const Seat seat : {kKnight, kDragon}) must_apply(before, seat, {.kind = ActionKind::die, .die = 0});
    }
    State chosen = before;
    must_apply(chosen, kDragon, random_choice<Dance>(before, kDragon, 1).value());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto free = Dance::decide(before, kKnight, Level::hard, seed);
      CHECK(Dance::decide(Dance::conceal(chosen, Viewer{kKnight}), kKnight, Level::hard, seed) == free);
      const State other = testing::change_hidden(chosen, Viewer{kKnight}, chance);
      CHECK(Dance::decide(other, kKnight, Level::hard, seed) == free);
    }
  }
}

TEST_CASE("nobody can foresee a card: where no card is best against all, several are played") {
  State state = fresh();
  state.range = dance::Range::close;
  for (const Seat seat : {kKnight, kDragon}) must_apply(state, seat, {.kind = ActionKind::die, .die = 0});
  for (const Level level : kLevels) {
    for (const Seat seat : {kKnight, kDragon}) {
      std::set<Card> cards;
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        cards.insert(Dance::decide(state, seat, level, seed)->card);
      }
      CHECK(cards.size() >= 2);
    }
  }
  dance::RoundSolver solver = dance::solver_of(Level::hard);
  const dance::Solution solution = solver.solve(state);
  for (const ChoiceValues& odds : solution.strategies.odds) CHECK(*std::ranges::max_element(odds) < 0.9F);
}

TEST_CASE("a mixture of hard leaves next to nothing to gain in its round") {
  float most = 0;
  float all = 0;
  int asked = 0;
  FastDice dice(1);
  const auto choose = [](const State& state, Seat seat, std::uint64_t bits) {
    return Dance::decide(state, seat, Level::hard, bits);
  };
  for (int match = 0; match < 2; ++match) {
    testing::play<Dance>({}, dice, dice.bits(), choose, [&](const State& state) {
      if (state.phase != Phase::die && state.phase != Phase::card) return;
      dance::RoundSolver solver = dance::solver_of(Level::hard);
      const dance::Solution solution = solver.solve(state);
      for (std::size_t seat = 0; seat < 2; ++seat) {
        const float gain = gain_of_best_reply(solution.game, solution.strategies, seat);
        most = std::max(most, gain);
        all += gain;
        ++asked;
      }
    });
  }
  MESSAGE("gained is " << all / static_cast<float>(asked) << ", at most " << most);
  CHECK(all < 0.002F * static_cast<float>(asked));
  CHECK(most < 0.05F);  // where a draw is near, what one wins the other does not lose
}

TEST_CASE("what is won is taken") {
  State state = cornered(1);
  for (const Level level : {Level::normal, Level::hard}) {
    dance::RoundSolver solver = dance::solver_of(level);
    CHECK(solver.worth(state)[kKnight] > 0.99F);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Card card = Dance::decide(state, kKnight, level, seed)->card;
      CHECK((card == Card::hack || card == Card::slash));
    }
  }
  // With two lives left it takes the follow-up.
  state = cornered(2);
  must_apply(state, kKnight, {.kind = ActionKind::card, .card = Card::hack});
  must_apply(state, kDragon, {.kind = ActionKind::card, .card = Card::recuperate_d});
  REQUIRE(state.phase == Phase::combo);
  for (const Level level : kLevels) CHECK(Dance::decide(state, kKnight, level, 1)->card == Card::slash);
}

TEST_CASE("what is decided is known exactly, whoever judges it") {
  for (const dance::Judge& judge : {dance::Judge::plain(), dance::Judge(dance::learnt_net())}) {
    State state = fresh();
    state.phase = Phase::over;
    state.result = dance::Result{.winner = kDragon};
    CHECK(judge.chances(state) == dance::Chances{0, 1});
    state.result = dance::Result{};  // a draw is nobody's
    CHECK(judge.chances(state) == dance::Chances{0, 0});

    // After the last round, with the dice of a Recuperate still to roll, shares of life decide.
    state = cornered(20);
    state.round = static_cast<std::uint8_t>(state.options.round_limit);
    state.seats[kKnight].life = 8;
    NoSink sink;
    carry_out(state, kKnight, {.kind = ActionKind::card, .card = Card::dodge}, sink);
    carry_out(state, kDragon, {.kind = ActionKind::card, .card = Card::recuperate_d}, sink);
    REQUIRE(state.pending == dance::Pending::recuperate);
    CHECK(judge.chances(state) == dance::Chances{0, 1});
  }
}

TEST_CASE("more life is better, and chances are chances") {
  for (const dance::Judge& judge : {dance::Judge::plain(), dance::Judge(dance::learnt_net())}) {
    State state = fresh();
    const dance::Chances even = judge.chances(state);
    CHECK(even[kKnight] > 0.25F);
    CHECK(even[kDragon] > 0.25F);
    CHECK(even[kKnight] + even[kDragon] <= 1.0001F);
    state.seats[kKnight].life = 2;
    CHECK(judge.chances(state)[kDragon] > even[kDragon] + 0.15F);
    state = fresh();
    state.seats[kDragon].life = 5;
    CHECK(judge.chances(state)[kKnight] > even[kKnight] + 0.15F);
  }
}

TEST_CASE("hard beats normal, and normal easy") {
  constexpr int kMatches = 100;
  const int hard = wins(Level::hard, Level::normal, kMatches);
  const int normal = wins(Level::normal, Level::easy, kMatches * 2 / 5);
  MESSAGE("hard won " << hard << " of " << kMatches << ", normal won " << normal << " of " << kMatches * 2 / 5);
  CHECK(hard > kMatches * 52 / 100);
  CHECK(normal > kMatches * 2 / 5 * 60 / 100);
}
