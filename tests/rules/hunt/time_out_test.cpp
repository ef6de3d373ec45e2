// What is decided for a seat that ran out of time (T1), and how often in a row.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "rules/hunt/rules.h"
#include "rules/match.h"
#include "rules/search/random_bot.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Action;
using hunt::ActionKind;
using hunt::Phase;
using hunt::State;

namespace {

std::vector<unsigned> listed(hunt::Places places) {
  std::vector<unsigned> list;
  for (const unsigned place : places.each()) list.push_back(place);
  return list;
}

// The place of an activation or failure in the order of section 3a.
auto place_of(const State& state, const Action& action) {
  const hunt::Hero& hero = hunt::acting(state);
  const bool fails = action.kind == ActionKind::fail;
  const std::size_t skill = fails                                ? 100
                            : action.kind == ActionKind::general ? 50 + hunt::index(action.skill)
                                                                 : hunt::place_on_sheet(hero, action.skill);
  const std::size_t cover = action.cover ? hunt::place_on_sheet(hero, *action.cover) : 0;
  return std::tuple(skill, listed(action.dice), listed(action.targets), cover);
}

// The first activation or failure without items of those that are listed.
Action first_of_turn(const State& state, Seat seat) {
  hunt::ActionList list;
  Hunt::choices(state, seat, list);
  std::vector<Action> rest;
  for (const Action& action : list) {
    const bool other =
        action.kind == ActionKind::roll || action.kind == ActionKind::item || action.kind == ActionKind::flee;
    if (other || !action.items.empty()) continue;
    rest.push_back(action);
  }
  return *std::ranges::min_element(
      rest, [&](const Action& a, const Action& b) { return place_of(state, a) < place_of(state, b); });
}

}  // namespace

TEST_CASE("the least is decided for who ran out of time, and it is legal") {
  int activations = 0;
  int villages = 0;
  int pendings = 0;
  for (const auto& options : testing::all_hunt_options()) {
    FastDice dice(5);
    FastDice seeds(6);
    State state = start<Hunt>(options, Hunt::versions.back(), dice).value();
    for (int i = 0; i < 300 && !Hunt::outcome(state); ++i) {
      const SeatSet waiting = Hunt::waiting_on(state);
      for (Seat seat = 0; seat < kMaxSeats; ++seat) {
        if (!waiting.contains(seat)) continue;
        const Action decided = Hunt::time_out_action(state, seat);
        REQUIRE(!Hunt::fault_of(state, seat, decided));
        CHECK(decided.items.empty());
        CHECK(decided.kind != ActionKind::item);
        CHECK(decided.kind != ActionKind::buy);
        if (state.phase == Phase::flee) CHECK(!decided.yes);
        if (state.phase == Phase::replace) CHECK(decided.yes == hunt::is_last_asked(state));
        if (state.phase == Phase::village) {
          ++villages;
          const bool pending = std::ranges::any_of(state.heroes, [&](const hunt::Hero& hero) {
            return hero.seat == seat && !hero.rests && !hero.pending.empty();
          });
          // In the last village it stays open (V5).
          CHECK((pending && !state.village->last) ==
                (decided.kind == ActionKind::improve || decided.kind == ActionKind::learn));
          pendings += pending ? 1 : 0;
        }
        if (state.phase != Phase::turn) continue;
        if (state.turn->rolls == 0) {
          CHECK(decided.kind == ActionKind::roll);
          CHECK(decided.dice.size() == static_cast<int>(state.turn->dice.size()));
        } else {
          CHECK(decided == first_of_turn(state, seat));
          ++activations;
        }
      }
      const Seat seat = testing::first_waiting(waiting);
      auto action = random_choice<Hunt>(state, seat, seeds.bits());
      if (state.phase == Phase::flee) action = Action{.kind = ActionKind::flee};
      while (action->kind == ActionKind::flee && state.phase == Phase::turn) {
        action = random_choice<Hunt>(state, seat, seeds.bits());
      }
      REQUIRE(!apply<Hunt>(state, seat, *action, dice));
    }
  }
  CHECK(activations > 300);
  CHECK(villages > 0);
  CHECK(pendings > 0);
}

TEST_CASE("who runs out of time stays in, and is out after five times in a row") {
  hunt::Options options;
  options.heroes = testing::one_hero_a_seat(2);
  FastDice dice(1);
  auto match = Match<Hunt>::start(options, 1, dice).value();
  const auto waiting = [&] { return testing::first_waiting(match.waiting_on()); };
  using Why = MoveRefusal::Why;
  const Seat seat = waiting();
  const auto why = [&](const std::optional<Action>& action) {
    return match.refusal_of(MoveKind::kTimedOut, seat, action)->why;
  };
  CHECK(why({}) == Why::kNotTheDefault);
  CHECK(why(Action{.kind = ActionKind::roll, .dice = {0}}) == Why::kNotTheDefault);
  // Each decides once for itself in between, and counts from the start again.
  for (int times = 0; times < 3; ++times) {
    const Seat now = waiting();
    CHECK(!match.apply_move(MoveKind::kTimedOut, now, match.time_out_action(now), dice));
  }
  std::array<int, 2> in_a_row{};
  for (Seat now = waiting(); in_a_row[0] == 0 || in_a_row[1] == 0; now = waiting()) {
    REQUIRE(!match.apply_move(MoveKind::kAction, now, match.time_out_action(now), dice));
    in_a_row[now] = 1;
  }
  in_a_row = {};
  while (in_a_row[waiting()] < kMaxDefaults) {
    const Seat now = waiting();
    REQUIRE(!match.apply_move(MoveKind::kTimedOut, now, match.time_out_action(now), dice));
    ++in_a_row[now];
    CHECK(match.seats_out().empty());
  }
  const Seat gone = waiting();
  CHECK(!match.time_out_action(gone));
  CHECK(!match.apply_move(MoveKind::kTimedOut, gone, {}, dice));
  CHECK(match.seats_out() == SeatSet{gone});
  CHECK(!match.over());
  CHECK(match.waiting_on_stand_in().contains(gone));
}
