// E3: since rules version 2 a player who wants to flee calls for a vote.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Action;
using hunt::ActionKind;
using hunt::HuntOutcome;
using hunt::Phase;
using hunt::Reason;
using hunt::State;

namespace {

constexpr Action kCall{.kind = ActionKind::flee, .yes = true};
constexpr Action kStay{.kind = ActionKind::flee};

// A hunt of `seats` seats with a hero each, against a dragon of 999 hit points.
struct Band {
  explicit Band(int seats, std::uint32_t version = 2) {
    hunt::Options options;
    options.heroes = testing::one_hero_a_seat(seats);
    options.dragonHp.emplace(static_cast<std::size_t>(hunt::dragons_for(seats)), 999);
    state = start<Hunt>(options, version, dice).value();
  }
  [[nodiscard]] Seat asked() const { return testing::first_waiting(Hunt::waiting_on(state)); }
  void decide(Seat seat, const Action& action) {
    const auto fault = apply<Hunt>(state, seat, action, dice);
    REQUIRE_MESSAGE(!fault, fault.value_or(Fault{}).rule);
  }
  void roll() { decide(asked(), {.kind = ActionKind::roll, .dice = hunt::Places::first(hunt::kDice)}); }
  // To the end of the turn, by whatever the clock would do.
  void end_turn() {
    const auto hero = state.turn->hero;
    while (state.turn && state.turn->hero == hero && (state.phase == Phase::turn || state.phase == Phase::assist)) {
      decide(asked(), Hunt::time_out_action(state, asked()));
    }
  }
  [[nodiscard]] bool offers_flight() const {
    hunt::ActionList list;
    Hunt::choices(state, asked(), list);
    return list.contains(kCall);
  }
  FastDice dice{7};
  State state;
};

}  // namespace

TEST_CASE("nobody is asked whether to flee unless somebody has called for it") {
  Band band(3);
  const Seat first = band.asked();
  CHECK_FALSE(band.offers_flight());
  CHECK(Hunt::fault_of(band.state, first, kCall));
  band.roll();
  CHECK(band.offers_flight());
  band.end_turn();
  CHECK(band.state.phase == Phase::turn);
  CHECK(band.asked() != first);
  Band old(3, 1);
  old.roll();
  CHECK_FALSE(old.offers_flight());
  old.end_turn();
  CHECK(old.state.phase == Phase::flee);
}

TEST_CASE("who calls has voted, the others are asked when the turn ends, and one who stays keeps all") {
  for (const bool all_flee : {true, false}) {
    Band band(3);
    band.roll();
    const Seat caller = band.asked();
    band.decide(caller, kCall);
    CHECK(band.asked() == caller);
    CHECK_FALSE(band.offers_flight());
    const auto again = Hunt::fault_of(band.state, caller, kCall);
    REQUIRE(again);
    CHECK(again->rule == "E3");
    CHECK(again->reason == hunt::index(Reason::already_voted));
    band.end_turn();
    REQUIRE(band.state.phase == Phase::flee);
    const SeatSet asked = Hunt::waiting_on(band.state);
    CHECK_FALSE(asked.contains(caller));
    CHECK(asked.size() == 2);
    band.decide(band.asked(), kCall);
    band.decide(band.asked(), all_flee ? kCall : kStay);
    CHECK(band.state.votes.empty());
    if (all_flee) {
      CHECK(band.state.last.end->outcome == HuntOutcome::fled);
      CHECK(band.state.phase == Phase::village);
    } else {
      CHECK(band.state.phase == Phase::turn);
      CHECK(band.asked() != caller);
    }
  }
}

TEST_CASE("who hunts alone flees when the turn ends") {
  Band band(1);
  band.roll();
  band.decide(0, kCall);
  band.end_turn();
  REQUIRE(band.state.last.end);
  CHECK(band.state.last.end->outcome == HuntOutcome::fled);
}

TEST_CASE("a call dies with the caller's last hero") {
  Band band(2);
  band.roll();
  const Seat caller = band.asked();
  band.decide(caller, kCall);
  hunt::Turn& turn = *band.state.turn;
  // Nothing to activate, and the counter kills.
  turn.rolls = hunt::kMaxRolls;
  turn.dice = {hunt::Symbol::dragon, hunt::Symbol::dragon, hunt::Symbol::dragon, hunt::Symbol::sword,
               hunt::Symbol::magic};
  band.state.heroes[turn.hero].hp = 1;
  band.end_turn();
  CHECK_FALSE(std::ranges::all_of(band.state.heroes, &hunt::Hero::alive));
  CHECK(band.state.phase == Phase::turn);
  CHECK(band.state.votes.empty());
}
