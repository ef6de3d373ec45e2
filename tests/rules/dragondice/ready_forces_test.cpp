// The forces that species have ready, all of them.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/fast_dice.h"
#include "rules/dragondice/notation.h"
#include "rules/dragondice/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using dragondice::Force;
using dragondice::Options;
using dragondice::Part;
using dragondice::Species;
using nlohmann::json;

namespace {

Options options_of(const Force& first, const Force& second, int points) {
  Options options;
  options.armies = {first.army, second.army};
  options.dragons = {{first.dragons, second.dragons}};
  if (points != dragondice::kUsualForce) options.points = points;
  return options;
}

json names_of(const Force& force, Part part) {
  json names = json::array();
  for (const auto unit : dragondice::part_of(force.army, part)) {
    names.push_back(std::string(dragondice::kUnitNames[unit]));
  }
  return names;
}

template <class Visit>
void each_ready_force(Visit&& visit) {
  for (std::size_t species = 0; species < dragondice::kSpecies; ++species) {
    for (const int points : dragondice::kForceSizes) {
      CAPTURE(dragondice::kSpeciesNames[species]);
      CAPTURE(points);
      visit(static_cast<Species>(species), points, dragondice::ready_force(static_cast<Species>(species), points));
    }
  }
}

}  // namespace

TEST_CASE("every species has a force of every size that can be played") {
  int forces = 0;
  each_ready_force([&](Species species, int points, const Force& force) {
    const Options options = options_of(force, force, points);
    const auto fault = dragondice::check_options(options);
    CHECK_MESSAGE(!fault, (fault ? int{fault->reason} : -1));
    CHECK(dragondice::points_of(options) == points);
    for (const Part part : {Part::home, Part::campaign, Part::horde}) {
      int health = 0;
      for (const auto unit : dragondice::part_of(force.army, part)) {
        CHECK(dragondice::unit_data(unit).species == species);
        health += dragondice::unit_data(unit).health;
      }
      CHECK(health == points / 3);
    }
    CHECK((force.army.preset == dragondice::index(species)) == (points == 30));
    ++forces;
  });
  CHECK(forces == 60);
}

TEST_CASE("the units of every ready force are these") {
  std::ifstream file("tests/vectors/dragondice-forces.vectors.json");
  const json wanted = json::parse(file);
  each_ready_force([&](Species species, int points, const Force& force) {
    json dragons = json::array();
    for (const auto& dragon : force.dragons) dragons.push_back(dragon);
    const json found = {{"home", names_of(force, Part::home)},
                        {"campaign", names_of(force, Part::campaign)},
                        {"horde", names_of(force, Part::horde)},
                        {"dragons", dragons}};
    const std::string name(dragondice::kSpeciesNames[dragondice::index(species)]);
    CHECK(found == wanted.at(name).at(std::to_string(points)));
  });
}

TEST_CASE("matches of every size are played to their ends") {
  for (const int points : dragondice::kForceSizes) {
    CAPTURE(points);
    const Options options = options_of(dragondice::ready_force(Species::treefolk, points),
                                       dragondice::ready_force(Species::goblin, points), points);
    FastDice dice(static_cast<std::uint64_t>(points));
    const auto choose = [](const dragondice::State& state, Seat seat, std::uint64_t seed) {
      return random_choice<dragondice::Game>(state, seat, seed);
    };
    std::size_t decisions = 0;
    testing::play<dragondice::Game>(options, dice, 1, choose, [&](const auto&) { ++decisions; });
    CHECK(decisions > 8);
  }
}
