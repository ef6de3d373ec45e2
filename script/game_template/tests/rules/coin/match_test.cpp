// Rule by rule: a match with a penny that falls as it is told, and what is refused.
#include <doctest/doctest.h>

#include <vector>

#include "rules/coin/rules.h"
#include "rules/dice/tape.h"

using namespace wyrmhall::rules;
using coin::Face;
using coin::Reason;
using coin::Toss;
using Coin = coin::Game;

namespace {

constexpr Roll kHeads{.sides = 2, .value = 1};
constexpr Roll kTails{.sides = 2, .value = 2};

void check_refused(const coin::State& state, Seat seat, const Fault& wanted) {
  CHECK(Coin::fault_of(state, seat, {.call = Face::heads}) == wanted);
}

}  // namespace

TEST_CASE("C-3 to C-5: a match to two points") {
  ScriptedTape tape({kHeads, kHeads, kTails});
  std::vector<coin::Event> story;
  const auto listen = [&](const coin::Event& event) { story.push_back(event); };
  coin::State state = start<Coin>({.points = 2}, 1, tape, listen).value();

  CHECK_FALSE(apply<Coin>(state, 0, {.call = Face::heads}, tape, listen));  // right
  CHECK_FALSE(apply<Coin>(state, 1, {.call = Face::tails}, tape, listen));  // wrong: the point is seat 0's
  CHECK(story == std::vector<coin::Event>{
                     Toss{.seat = 0, .call = Face::heads, .fell = Face::heads, .point = 0},
                     Toss{.seat = 1, .call = Face::tails, .fell = Face::heads, .point = 0},
                 });
  CHECK(Coin::outcome(state) == Outcome{.winners = {0}, .place = {1, 2}});
  CHECK(Coin::waiting_on(state).empty());
  check_refused(state, 1, coin::refuse("C-5", Reason::match_over));
  CHECK(tape.rest() == 1);  // nobody asked for the third toss
}

TEST_CASE("C-3: out of turn") {
  ScriptedTape tape({});
  const coin::State state = start<Coin>({}, 1, tape).value();
  check_refused(state, 1, coin::refuse("C-3", Reason::not_your_turn, {0, 1}));
}

TEST_CASE("C-2: points out of their range") {
  for (const int points : {0, 10}) {
    CHECK(Coin::check({.points = points}) == coin::refuse("C-2", Reason::option_range, {0, points, 1, 9}));
  }
}
