// Forms, against what the rules let through; and a decision at random without a list.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "rules/dragondice/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/dragondice/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using DragonDice = dragondice::Game;
using dragondice::Action;
using dragondice::ActionKind;
using dragondice::Pool;
using dragondice::State;
using dragondice::Step;

namespace {

// A state in which this many points are to be shared out.
State sharing(Pool pool, std::uint8_t points) {
  State state = dragondice::make_state({});
  state.round = 1;
  state.seat = 0;
  state.step = Step::allocate;
  state.asking = true;
  state.attack.terrain = dragondice::kFrontier;
  state.attack.response.pools.push_back({.pool = pool, .points = points});
  return state;
}

}  // namespace

TEST_CASE("what fits the form is what the rules accept, whatever is filled in") {
  for (const Pool pool : {Pool::id, Pool::id_feral, Pool::fireminions}) {
    for (const std::uint8_t points : {std::uint8_t{1}, std::uint8_t{4}, std::uint8_t{39}}) {
      const State state = sharing(pool, points);
      dragondice::FormList forms;
      DragonDice::forms(state, 0, forms);
      REQUIRE(forms.size() == 1);
      int fitting = 0;
      int wrong = 0;
      for (std::uint32_t melee = 0; melee <= points + 1U; ++melee) {
        for (std::uint32_t missile = 0; missile <= points + 1U; ++missile) {
          for (std::uint32_t save = 0; save <= points + 1U; ++save) {
            const std::array<std::uint32_t, 3> filling = {melee, missile, save};
            const bool legal = !DragonDice::fault_of(state, 0, *DragonDice::filled(state, forms[0].number, filling));
            fitting += legal ? 1 : 0;
            wrong += legal == fits(forms[0], filling) ? 0 : 1;
          }
        }
      }
      CHECK(wrong == 0);
      CHECK(fitting == (points + 1) * (points + 2) / 2);
      for (const std::uint32_t huge : {255U, 256U, 256U + points, ~0U}) {
        const std::array<std::uint32_t, 3> filling = {huge, 0, 0};
        CHECK(!fits(forms[0], filling));
        CHECK(DragonDice::fault_of(state, 0, *DragonDice::filled(state, forms[0].number, filling)));
      }
    }
  }
}

TEST_CASE("more points than a part has values for are listed one by one") {
  const State state = sharing(Pool::id, 60);
  dragondice::FormList forms;
  DragonDice::forms(state, 0, forms);
  CHECK(forms.empty());
  dragondice::ActionList list;
  DragonDice::choices(state, 0, list);
  CHECK(list.size() == 61 * 62 / 2);
  for (const Action& action : list) CHECK(!DragonDice::fault_of(state, 0, action));
}

TEST_CASE("a form has as many parts as it has, and there are no others") {
  const State state = sharing(Pool::id_feral, 6);
  const std::vector<std::uint32_t> three = {1, 2, 3};
  CHECK(*DragonDice::filled(state, dragondice::kAllocateForm + 1, three) ==
        Action{.kind = ActionKind::allocate, .pool = Pool::id_feral, .melee = 1, .missile = 2, .save = 3});
  for (const std::uint32_t number : {0U, 4U, 144U, 255U, 256U + 1U, ~0U}) {
    CHECK(!DragonDice::filled(state, number, three));
  }
  for (const std::size_t parts : {0U, 1U, 2U, 4U}) {
    CHECK(!DragonDice::filled(state, dragondice::kAllocateForm, std::vector<std::uint32_t>(parts, 1)));
  }
}

namespace {

// Tries every number that a part could be given, one part at a time, from a filling that fits.
int wrongly_judged(const State& state, const Form& form, FastDice& dice) {
  int wrong = 0;
  const auto fitting = any_filling(form, dice);
  for (std::size_t part = 0; part < form.parts.size(); ++part) {
    std::vector<std::uint32_t> filling(fitting.begin(), fitting.end());
    for (std::uint32_t value = 0; value <= 300; ++value) {
      filling[part] = value;
      const auto action = DragonDice::filled(state, form.number, filling);
      const bool legal = action && !DragonDice::fault_of(state, state.seat, *action);
      wrong += legal == fits(form, filling) ? 0 : 1;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("whatever number a part of any form is given, what fits is what the rules accept") {
  FastDice seeds(7);
  std::array<int, dragondice::kActionKindNames.size()> forms_of{};
  for (const auto& options : testing::dragondice_options()) {
    for (int match = 0; match < 20; ++match) {
      FastDice dice(seeds.bits());
      State state = start<DragonDice>(options, 1, dice).value();
      while (!DragonDice::outcome(state)) {
        const Seat seat = testing::first_waiting(DragonDice::waiting_on(state));
        dragondice::FormList forms;
        DragonDice::forms(state, seat, forms);
        for (const Form& form : forms) {
          ++forms_of[dragondice::index(state.step)];
          REQUIRE(wrongly_judged(state, form, seeds) == 0);
        }
        const Action action = random_choice<DragonDice>(state, seat, seeds.bits()).value();
        REQUIRE_FALSE(apply<DragonDice>(state, seat, action, dice));
      }
    }
  }
  for (const Step step : {Step::breath_kills, Step::casualties, Step::promote, Step::regenerate, Step::allocate,
                          Step::regroup, Step::call}) {
    CHECK_MESSAGE(forms_of[dragondice::index(step)] > 0, dragondice::kActionKindNames[dragondice::index(step)]);
  }
}

TEST_CASE("many ways of slaying dragons are forms, one for each set that missiles slay") {
  dragondice::Options options;
  options.dragons = {{{dragondice::DragonType::ivory, dragondice::DragonForm::drake},
                      {dragondice::DragonType::ivory, dragondice::DragonForm::wyrm}},
                     {{dragondice::DragonType::white, dragondice::DragonForm::drake}}};
  REQUIRE_FALSE(DragonDice::check(options));
  State state = dragondice::make_state(options);
  state.round = 1;
  state.seat = 0;
  state.step = Step::hits;
  state.asking = true;
  state.attack.terrain = dragondice::kFrontier;
  for (const std::uint8_t dragon : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
    state.dragons[dragon].at = dragondice::kFrontier;
    state.attack.dragons.push_back(dragon);
    state.attack.on_army.insert(dragon);
  }
  state.attack.belly.insert(1);
  state.attack.totals = {.melee = 25, .missile = 11, .save = 0};
  dragondice::FormList forms;
  DragonDice::forms(state, 0, forms);
  REQUIRE(forms.size() == 3);  // nobody, the first and the second one by missiles
  CHECK(forms[0].sum_most == 25);
  dragondice::ActionList list;
  DragonDice::choices(state, 0, list);
  CHECK(list.size() == 15);
  FastDice dice(1);
  for (const Form& form : forms) CHECK(wrongly_judged(state, form, dice) == 0);
}

TEST_CASE("a form that hardly anything fits is filled in at random all the same, in each way as often") {
  Form form;
  form.number = 1;
  for (int part = 0; part < 32; ++part) form.parts.push_back({0, 1});
  form.sum_least = form.sum_most = 1;
  FastDice dice(3);
  std::array<int, 32> chosen{};
  for (int i = 0; i < 20'000; ++i) {
    const auto filling = any_filling(form, dice);
    REQUIRE(fits(form, Filling(filling.begin(), filling.end())));
    ++chosen[static_cast<std::size_t>(std::ranges::find(filling, 1U) - filling.begin())];
  }
  // 625 each, with a deviation of 25.
  for (const int times : chosen) CHECK(std::abs(times - 625) < 125);
}

TEST_CASE("a decision at random is always legal, and every split of a pool comes up without a list of them") {
  FastDice seeds(4);
  for (const std::uint8_t points : {std::uint8_t{3}, std::uint8_t{12}}) {
    const State state = sharing(Pool::fireminions, points);
    std::vector<Action> seen;
    for (int i = 0; i < 20'000; ++i) {
      const Action action = random_choice<DragonDice>(state, 0, seeds.bits()).value();
      REQUIRE(!DragonDice::fault_of(state, 0, action));
      if (std::ranges::find(seen, action) == seen.end()) seen.push_back(action);
    }
    CHECK(seen.size() == static_cast<std::size_t>((points + 1) * (points + 2) / 2));
  }
  for (const auto& options : testing::dragondice_options()) {
    FastDice dice(5);
    State state = start<DragonDice>(options, 1, dice).value();
    while (!DragonDice::outcome(state)) {
      const Seat seat = testing::first_waiting(DragonDice::waiting_on(state));
      const Action action = random_choice<DragonDice>(state, seat, seeds.bits()).value();
      REQUIRE_FALSE(apply<DragonDice>(state, seat, action, dice));
    }
  }
}

TEST_CASE("what a caller could do with more points is shown with what is lacking") {
  dragondice::Options options;
  options.call_gain = 6;
  options.rounds = 2;
  FastDice dice(1);
  State state = start<DragonDice>(options, 1, dice).value();
  FastDice seeds(2);
  int lacking = 0;
  while (!DragonDice::outcome(state)) {
    const Seat seat = testing::first_waiting(DragonDice::waiting_on(state));
    dragondice::ActionList candidates;
    DragonDice::candidates(state, seat, candidates);
    CHECK(candidates.empty() == (state.step != Step::call));
    for (const Action& candidate : candidates) {
      const auto fault = DragonDice::fault_of(state, seat, candidate);
      lacking += fault && fault->reason == dragondice::index(dragondice::Reason::too_dear) ? 1 : 0;
      lacking += fault && fault->reason == dragondice::index(dragondice::Reason::wrong_elements) ? 1 : 0;
    }
    REQUIRE_FALSE(apply<DragonDice>(state, seat, random_choice<DragonDice>(state, seat, seeds.bits()).value(), dice));
  }
  CHECK(lacking > 0);
}
