// The choices of a seat, in order and by number, against those of the plain rules.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/arena/rules.h"
#include "tests/rules/arena/options.h"
#include "tests/rules/arena/plain_rules.h"
#include "tests/rules/arena/states.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Arena = arena::Game;
using arena::Action;
using arena::ActionKind;
using arena::State;

namespace {

// How many choices of each kind were compared, and how many of them name a square for Blizzard.
struct Compared {
  std::array<std::uint64_t, arena::kActionKindNames.size()> of_kind{};
  std::uint64_t blizzards = 0;
  void add(const Action& action) {
    ++of_kind[static_cast<std::size_t>(action.kind)];
    if (action.kind == ActionKind::trigger && action.to != arena::kNowhere) ++blizzards;
  }
};

void check_seat(const State& state, Seat seat, Compared& compared) {
  const std::vector<Action> expected = testing::PlainRules(state, seat).choices();
  arena::ActionList list;
  Arena::choices(state, seat, list);
  const arena::Choices choices(state, seat);
  bool same = std::ranges::equal(list, expected) && choices.size() == expected.size();
  for (std::size_t n = 0; same && n < expected.size(); ++n) same = choices[n] == expected[n];
  if (!same) FAIL("other choices than those of the plain rules in " << nlohmann::json(state).dump());
  arena::ActionList plain;
  Arena::plain_choices(state, seat, plain);
  if (plain.size() != (state.phase == arena::Phase::allocate ? 0 : list.size())) FAIL("other plain choices");
  for (const Action& action : expected) compared.add(action);
}

}  // namespace

TEST_CASE("the choices are those of the plain rules, in the same order, in random matches of every placement") {
  constexpr int kMatches = 20;
  Compared compared;
  for (const auto& options : testing::arena_options()) {
    for (int match = 0; match < kMatches; ++match) {
      const auto seed = static_cast<std::uint64_t>(match);
      FastDice dice(seed);
      const State end = testing::play<Arena>(options, dice, seed + 11, random_choice<Arena>, [&](const State& state) {
        for (const Seat seat : {Seat{0}, Seat{1}, Seat{2}}) check_seat(state, seat, compared);
      });
      for (const Seat seat : {Seat{0}, Seat{1}}) check_seat(end, seat, compared);
    }
  }
  for (std::size_t kind = 0; kind < compared.of_kind.size(); ++kind) {
    MESSAGE(std::string(arena::kActionKindNames[kind]) << ": " << compared.of_kind[kind]);
    CHECK(compared.of_kind[kind] > 0);
  }
  CHECK(compared.blizzards > 0);
}
