// The forces that species have ready, of each size.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/dragondice/options.h"

namespace wyrmhall::rules::dragondice {
namespace {

constexpr int kArmies = 3;  // of a force, which share its points equally

// Of these units, from the first on, each that still fits, and so again until the army has its points.
std::vector<UnitType> army_of(std::span<const UnitType> units, int points) {
  std::vector<UnitType> army;
  for (bool fits = true; fits;) {
    fits = false;
    for (const UnitType unit : units) {
      const int health = unit_data(unit).health;
      if (health > points) continue;
      army.push_back(unit);
      points -= health;
      fits = true;
    }
  }
  return army;
}

// Of each health above 1 the first unit: with fewer kinds there are fewer ways to choose losses.
std::vector<UnitType> few_kinds(std::span<const UnitType> units) {
  std::vector<UnitType> kinds;
  for (const UnitType unit : units) {
    const bool first = kinds.empty() || unit_data(unit).health < unit_data(kinds.back()).health;
    if (first && unit_data(unit).health > 1) kinds.push_back(unit);
  }
  return kinds;
}

}  // namespace

Force ready_force(Species species, int points) {
  const Preset& preset = kPresetForces[index(species)];
  Force force;
  int counted = 0;
  for (std::size_t next = 0; counted < dragons_for(points); ++next) {
    const PresetDragon& dragon = preset.dragons[next % preset.dragons.size()];
    force.dragons.push_back({.type = dragon.type, .form = dragon.form});
    counted += force_value(dragon.type);
  }
  if (points == kUsualForce) {
    force.army.preset = static_cast<std::uint8_t>(index(species));
    return force;
  }
  // The table has the units of an army from the healthiest down.
  const auto army = [&](std::span<const UnitType> units) {
    return points > kUsualForce ? army_of(few_kinds(units), points / kArmies) : army_of(units, points / kArmies);
  };
  force.army.home = army(preset.home);
  force.army.campaign = army(preset.campaign);
  force.army.horde = army(preset.horde);
  force.army.home_terrain = preset.home_terrain;
  force.army.frontier_terrain = preset.frontier_terrain;
  return force;
}

}  // namespace wyrmhall::rules::dragondice
