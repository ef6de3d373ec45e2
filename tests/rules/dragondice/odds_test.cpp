// What an army may expect of dragons, counted exactly, against the rules that roll it.
#include "rules/dragondice/odds.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "rules/dragondice/attack_flow.h"
#include "rules/dragondice/flow.h"
#include "rules/dragondice/rules.h"
#include "tests/rules/dragondice/options.h"

using namespace wyrmhall::rules;
using namespace wyrmhall::rules::dragondice;
using DragonDice = dragondice::Game;

namespace {

using Which = std::uint16_t Results::*;

double mean_of(const Chances& chances) {
  double mean = 0;
  for (std::size_t n = 0; n < chances.size(); ++n) mean += static_cast<double>(n) * chances[n];
  return mean;
}

Action all_as(Which which, const Share& share) {
  Action action{.kind = ActionKind::allocate, .pool = share.pool};
  (which == &Results::melee ? action.melee : which == &Results::missile ? action.missile : action.save) = share.points;
  return action;
}

// Rolls the army as the rules do, all that its owner can choose being counted as one kind of result.
int rolled(State state, Seat seat, Place at, Which which, FastDice& dice) {
  auto ignore = [](auto&&) {};
  state.seat = seat;
  state.attack = {};
  state.attack.terrain = at;
  Response& response = state.attack.response;
  response.to_roll = units_at(state, seat, at);
  state.step = Step::army_roll;
  while (state.step == Step::army_roll) roll_army(state, dice, ignore);
  for (const unsigned unit : response.specials.each()) {
    const Face face = data_of(state, unit).faces[response.values[unit - first_unit(state, seat)] - 1U];
    if (face.icon != Icon::bash) add_saves(state, unit, face.number);
  }
  count_results(state);
  while (response.shared < response.pools.size()) share_out(state, all_as(which, response.pools[response.shared]));
  total_results(state);
  return state.attack.totals.*which;
}

constexpr int kRolls = 4'000;

void check_against_rolls(const State& state, Seat seat, Place at, Which which, FastDice& dice) {
  const Chances chances = answer_chances(state, seat, at, which).value();
  CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) == doctest::Approx(1).epsilon(1e-9));
  std::vector<int> times(chances.size() + 200);
  for (int i = 0; i < kRolls; ++i) ++times[static_cast<std::size_t>(rolled(state, seat, at, which, dice))];
  // The greatest distance between the two distributions (Kolmogorov-Smirnov); one in some ten million is above this.
  const double most = 2.8 / std::sqrt(kRolls);
  double counted = 0;
  double seen = 0;
  for (std::size_t n = 0; n < times.size(); ++n) {
    counted += n < chances.size() ? chances[n] : 0;
    seen += static_cast<double>(times[n]) / kRolls;
    REQUIRE(std::abs(counted - seen) < most);
  }
}

State of_options(const Options& options, std::uint32_t version = newest_version<DragonDice>()) {
  FastDice dice(1);
  return start<DragonDice>(options, version, dice).value();
}

}  // namespace

TEST_CASE("chances are those that the rules roll: every species, halved, doubled, with abilities and without") {
  FastDice dice(11);
  for (std::uint8_t preset = 0; preset < kPresets; ++preset) {
    Options options;
    options.armies = {{.preset = preset}, {.preset = static_cast<std::uint8_t>((preset + 1) % kPresets)}};
    options.species_abilities = preset % 2 == 0;
    State state = of_options(options);
    for (int terrain = 0; terrain < kTerrainsInPlay; ++terrain) {
      const Place at = terrain_place(terrain);
      if (units_at(state, 0, at).empty()) continue;
      if (terrain == 1) {
        state.effects[0][1] = {.halve_melee = true, .halve_missile = true, .halve_maneuver = true, .add_save = 2};
      }
      if (terrain == 2) state.effects[0][2] = {.ignore_id = preset % 3 == 0};
      for (const Which which : {&Results::melee, &Results::missile, &Results::save}) {
        CAPTURE(preset);
        CAPTURE(terrain);
        check_against_rolls(state, 0, at, which, dice);
      }
    }
  }
}

// A Coral Giant shows ID 4, five of saves, melee and special icons, maneuver 4 and, twice, Trample 4.
TEST_CASE("R-DD-28: a Trample is saves where maneuvers are, never halved; before rules version 2 it was melee alone") {
  const std::uint8_t coast = terrain_named("coastland_city").value();
  for (const std::uint32_t version : DragonDice::versions) {
    for (const bool at_water : {true, false}) {
      CAPTURE(version);
      CAPTURE(at_water);
      Options options;
      options.species_abilities = true;
      State state = of_options(options, version);
      for (Unit& unit : state.units) unit.at = kDead;
      for (const unsigned unit : {0U, 1U}) {
        state.units[unit] = {.type = unit_named("coral_elf_coral_giant").value(), .at = kFrontier};
      }
      state.terrains[kFrontier.number] = at_water ? coast : terrain_named("highland_city").value();
      state.effects[0][kFrontier.number].halve_maneuver = true;
      FastDice dice(5);
      check_against_rolls(state, 0, kFrontier, &Results::save, dice);
      // Among ten faces ID, two saves and Counter are 4 saves each; at water the maneuver is 2, and each Trample 4 or
      // nothing.
      const double mean = 1.6 + (at_water ? 0.2 : 0.0) + (at_water && version >= kSpecialManeuvers ? 0.8 : 0.0);
      const Chances saves = answer_chances(state, 0, kFrontier, &Results::save).value();
      CHECK(mean_of(saves) == doctest::Approx(2 * mean));
    }
  }
}

TEST_CASE("what two dice come to is as on paper") {
  Options options;
  State state = of_options(options);
  const UnitType footman = unit_named("dwarf_footman").value();
  for (Unit& unit : state.units) unit.at = kDead;
  for (const unsigned unit : {0U, 1U}) state.units[unit] = {.type = footman, .at = kFrontier};
  // ID 1, save 1, melee 1, save 1, melee 1, melee 2.
  const Chances melee = answer_chances(state, 0, kFrontier, &Results::melee).value();
  REQUIRE(melee.size() == 5);
  const std::vector<double> of_36 = {4, 12, 13, 6, 1};
  for (std::size_t n = 0; n < melee.size(); ++n) CHECK(melee[n] == doctest::Approx(of_36[n] / 36));
}

TEST_CASE("an attack: damage of a drake, the chance of breath, and what is lost on average") {
  Options options;
  State state = of_options(options);
  state.dragons.clear();
  state.dragons.push_back({.type = DragonType::elemental_fire, .form = DragonForm::drake, .owner = 1, .at = kFrontier});
  state.seat = 0;
  const auto odds = odds_of(state, {.kind = ActionKind::attack_terrain, .to = kFrontier});
  REQUIRE(odds.size() == 1);
  CHECK(odds[0].seat == 0);
  CHECK(odds[0].at == kFrontier);
  // The twelve faces: jaws 12, four claws 6, two wings 5, two bellies and a breath 0, two tails 3 and again.
  CHECK(mean_of(odds[0].damage) == doctest::Approx(5.2));
  CHECK(odds[0].breath == doctest::Approx(0.1));
  double lost = 0;
  for (std::size_t damage = 0; damage < odds[0].damage.size(); ++damage) {
    for (std::size_t saves = 0; saves < odds[0].save.size(); ++saves) {
      const int net = std::max(0, static_cast<int>(damage) - static_cast<int>(saves));
      lost +=
          odds[0].damage[damage] * odds[0].save[saves] * std::min(net, health_of(state, units_at(state, 0, kFrontier)));
    }
  }
  CHECK(odds[0].lost == doctest::Approx(lost));
}

TEST_CASE("a call is about both armies where the dragon comes, as it will stand; other decisions are about none") {
  State state = of_options({});
  for (Dragon& dragon : state.dragons) dragon.at = kPool;
  state.seat = 0;
  const Action call{.kind = ActionKind::call, .dragon = 0, .to = kFrontier};
  const auto odds = odds_of(state, call);
  REQUIRE(odds.size() == 2);
  CHECK(odds[0].seat == 1);
  CHECK(odds[1].seat == 0);
  CHECK(odds_of(state, {.kind = ActionKind::call}).empty());
  CHECK(odds_of(state, {.kind = ActionKind::attack_terrain, .to = kFrontier}).empty());
  CHECK(odds_of(state, {.kind = ActionKind::regroup}).empty());
}
