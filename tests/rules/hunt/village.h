// A band in the village after a hunt, for tests of what is decided there.
#pragma once

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/game.h"
#include "rules/hunt/rules.h"
#include "tests/rules/hunt/states.h"

namespace wyrmhall::rules::testing {

struct Villagers {
  // Ends the hunt that they are on, and rolls what dice decide after it.
  void end(hunt::HuntOutcome outcome) {
    NoSink sink;
    hunt::end_hunt(state, outcome, sink);
    while (hunt::Game::chance_pending(state)) hunt::Game::chance(state, dice, sink);
  }
  void decide(Seat seat, const hunt::Action& action) {
    const auto fault = apply<hunt::Game>(state, seat, action, dice);
    REQUIRE_MESSAGE(!fault, fault.value_or(Fault{}).rule);
    CHECK(hunt::why_invalid(state) == "");
  }
  void check_refused(Seat seat, const hunt::Action& action, std::string_view rule, hunt::Reason reason) const {
    const auto fault = hunt::Game::fault_of(state, seat, action);
    REQUIRE(fault);
    CHECK(fault->rule == rule);
    CHECK(hunt::kReasonNames[fault->reason] == hunt::kReasonNames[hunt::index(reason)]);
  }
  // The decisions of a kind that a seat can make.
  [[nodiscard]] std::vector<hunt::Action> choices(Seat seat, hunt::ActionKind kind) const {
    hunt::ActionList list;
    hunt::Game::choices(state, seat, list);
    std::vector<hunt::Action> chosen;
    for (const hunt::Action& action : list) {
      if (action.kind == kind) chosen.push_back(action);
    }
    return chosen;
  }
  FastDice dice{3};
  hunt::State state;
};

}  // namespace wyrmhall::rules::testing
