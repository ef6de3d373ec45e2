// Every way to fill in an allocation, and every allocation, against what the rules let through.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rules/arena/rules.h"
#include "rules/dice/tape.h"

using namespace wyrmhall::rules;
using Arena = arena::Game;

namespace {

constexpr std::uint32_t kPowers = arena::kMaxPower;

arena::State started(arena::Placement placement) {
  arena::Options options;
  options.placement = placement;
  ScriptedTape tape({});
  return start<Arena>(options, 1, tape).value();
}

// Each list of eight numbers below `most`.
void each_list(std::uint32_t most, auto&& visit) {
  std::array<std::uint32_t, arena::kDragonsEach> list{};
  while (true) {
    visit(list);
    std::size_t i = 0;
    while (i < list.size() && ++list[i] == most) list[i++] = 0;
    if (i == list.size()) return;
  }
}

}  // namespace

TEST_CASE("what fits the form of an allocation is what the rules accept, whatever is filled in") {
  for (const auto placement : {arena::Placement::big, arena::Placement::free}) {
    const arena::State state = started(placement);
    for (const Seat seat : {Seat{0}, Seat{1}}) {
      arena::FormList forms;
      Arena::forms(state, seat, forms);
      REQUIRE(forms.size() == 1);
      std::uint64_t wrong = 0;
      std::uint64_t fitting = 0;
      if (seat == 0) {
        each_list(kPowers, [&](auto list) {
          for (std::uint32_t& power : list) ++power;
          const bool legal = !Arena::fault_of(state, seat, *Arena::filled(forms[0].number, list));
          wrong += legal == fits(forms[0], list) ? 0 : 1;
          fitting += legal ? 1 : 0;
        });
        CHECK(fitting == (placement == arena::Placement::big ? 135'954 : 1'679'616));
      }
      // One that is out of its range, wherever it stands.
      for (std::size_t i = 0; i < arena::kDragonsEach; ++i) {
        for (const std::uint32_t power : {0U, 7U, 255U, 256U + 3U, ~0U}) {
          std::array<std::uint32_t, arena::kDragonsEach> list = {3, 3, 3, 3, 4, 4, 4, 4};
          list[i] = power;
          wrong += !fits(forms[0], list) && Arena::fault_of(state, seat, *Arena::filled(forms[0].number, list)) ? 0 : 1;
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("every allocation that the rules accept is a filling, and is listed once") {
  for (const auto placement : {arena::Placement::big, arena::Placement::free}) {
    const arena::State state = started(placement);
    arena::FormList forms;
    Arena::forms(state, 0, forms);
    arena::ActionList list;
    Arena::choices(state, 0, list);
    CHECK(list.size() == (placement == arena::Placement::big ? 73 : 1287));
    std::size_t legal = 0;
    each_list(kPowers + 2, [&](const auto& powers) {
      if (!std::ranges::is_sorted(powers)) return;
      arena::Action action{.kind = arena::ActionKind::allocate};
      std::ranges::transform(powers, action.powers.begin(),
                             [](auto power) { return static_cast<std::uint8_t>(power); });
      if (Arena::fault_of(state, 0, action)) return;
      ++legal;
      CHECK(fits(forms[0], powers));
      CHECK(list.contains(action));
    });
    CHECK(legal == list.size());
  }
}

TEST_CASE("there is a form only while powers are allocated, and for those who have not") {
  const auto forms_of = [](const arena::State& state, Seat seat) {
    arena::FormList forms;
    Arena::forms(state, seat, forms);
    return forms.size();
  };
  arena::State state = started(arena::Placement::big);
  CHECK(forms_of(state, 0) == 1);
  CHECK(forms_of(state, 2) == 0);
  for (int i = 0; i < arena::kDragonsEach; ++i) state.pool[0].push_back(3);
  CHECK(forms_of(state, 0) == 0);
  CHECK(forms_of(state, 1) == 1);
  const std::vector<std::uint32_t> seven(7, 4);
  CHECK(!Arena::filled(arena::kAllocationForm, seven));
  const std::vector<std::uint32_t> eight(8, 4);
  CHECK(!Arena::filled(arena::kAllocationForm + 1, eight));
}
