// Which options a match of Dragon Dice can be started with.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>

#include "rules/dragondice/rules.h"

namespace wyrmhall::rules::dragondice {
namespace {

using Refusal = std::optional<Fault>;

// A list of hostile length still fits the Fault's number.
std::int32_t shown(std::size_t length) {
  return static_cast<std::int32_t>(std::min<std::size_t>(length, 1'000'000));
}

Refusal check_range(std::string_view rule, Option option, int value, Range range) {
  if (range.holds(value)) return std::nullopt;
  return refuse(rule, Reason::option_range, {number(option), value, range.least, range.most});
}

int health_of(const std::vector<UnitType>& units) {
  int health = 0;
  for (const UnitType unit : units) health += unit_data(unit).health;
  return health;
}

int health_of(const Army& army) {
  int health = 0;
  for (const Part part : {Part::home, Part::campaign, Part::horde}) health += health_of(part_of(army, part));
  return health;
}

// In how many ways the losses of these units can be chosen at most, whatever the damage (DR-19). An army is a part of
// the force, and no part has more ways than the whole.
std::uint64_t ways_of(const std::vector<UnitType>& units, int health) {
  std::map<UnitType, int> kinds;
  for (const UnitType unit : units) ++kinds[unit];
  std::vector<std::uint64_t> ways(static_cast<std::size_t>(health) + 1);
  ways[0] = 1;
  for (const auto& [unit, count] : kinds) {
    const std::size_t each = unit_data(unit).health;
    const std::vector<std::uint64_t> before = ways;
    for (std::size_t lost = 1; lost <= static_cast<std::size_t>(count); ++lost) {
      for (std::size_t sum = each * lost; sum < ways.size(); ++sum) ways[sum] += before[sum - (each * lost)];
    }
  }
  return std::ranges::max(ways);
}

// that the option says how many points there can be, and what the forces have.
Refusal check_points(const Options& options) {
  if (!options.points) {
    const int health = health_of(options.armies[0]);
    const int other = health_of(options.armies[1]);
    if (other == health) return std::nullopt;
    return refuse("A-2", Reason::forces_differ, {health, other});
  }
  for (int seat = 0; seat < 2; ++seat) {
    const int health = health_of(options.armies[static_cast<std::size_t>(seat)]);
    if (health != *options.points) return refuse("A-2", Reason::other_size, {seat, health, *options.points});
  }
  return std::nullopt;
}

//
Refusal check_units(int seat, const Army& army) {
  std::vector<UnitType> all;
  for (const Part part : {Part::home, Part::campaign, Part::horde}) {
    const std::vector<UnitType> units = part_of(army, part);
    if (units.empty()) return refuse("A-2", Reason::part_empty, {seat, number(part)});
    for (const UnitType unit : units) {
      if (unit >= kUnitTypes) return refuse("A-2", Reason::no_such_name, {number(Option::armies), seat, unit});
    }
    all.insert(all.end(), units.begin(), units.end());
  }
  if (all.size() > kMaxUnits) return refuse("A-2", Reason::too_many_units, {seat, shown(all.size()), kMaxUnits});
  const int health = health_of(all);
  if (std::ranges::find(kForceSizes, health) == kForceSizes.end()) {
    return refuse("A-2", Reason::force_size, {seat, health});
  }
  for (const Part part : {Part::home, Part::campaign, Part::horde}) {
    const int of_part = health_of(part_of(army, part));
    if (of_part > health / 2) return refuse("A-2", Reason::part_too_large, {seat, number(part), of_part, health / 2});
  }
  const std::uint64_t ways = ways_of(all, health);
  if (ways <= kMaxLosses) return std::nullopt;
  return refuse("A-2", Reason::too_many_ways, {seat, shown(ways), static_cast<std::int32_t>(kMaxLosses)});
}

Refusal check_army(int seat, const Army& army) {
  const bool given = army.preset == kNoPreset;
  if (!given && army.preset >= kPresets) {
    return refuse("A-2", Reason::no_such_name, {number(Option::armies), seat, army.preset});
  }
  for (const Terrain terrain : {army.home_terrain, army.frontier_terrain}) {
    if (terrain >= kTerrains) return refuse("A-1", Reason::no_such_name, {number(Option::armies), seat, terrain});
  }
  return check_units(seat, army);
}

// DR-0.
Refusal check_dragons(const Options& options) {
  if (options.dragons && options.dragons->size() != 2) {
    return refuse("A-4", Reason::option_length, {number(Option::dragons), shown(options.dragons->size()), 2});
  }
  for (int seat = 0; seat < 2; ++seat) {
    const Army& army = options.armies[static_cast<std::size_t>(seat)];
    const bool said = options.dragons && !(*options.dragons)[static_cast<std::size_t>(seat)].empty();
    if (!said && army.preset == kNoPreset) return refuse("A-4", Reason::needs_dragons, {seat});
    const std::vector<DragonOption> dragons = dragons_of(options, seat);
    int counted = 0;
    for (const DragonOption& dragon : dragons) {
      if (dragon.type > DragonType::white || dragon.form > DragonForm::wyrm) {
        return refuse("A-4", Reason::no_such_name, {number(Option::dragons), seat, number(dragon.type)});
      }
      counted += force_value(dragon.type);
    }
    const int health = health_of(army);
    if (!is_full(dragons, health)) {
      return refuse("DR-0", Reason::force_value, {seat, std::min(counted, 1'000'000), dragons_for(health)});
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<UnitType> part_of(const Army& army, Part part) {
  if (army.preset == kNoPreset) {
    const std::array parts = {&army.home, &army.campaign, &army.horde};
    return *parts[index(part)];
  }
  const Preset& preset = kPresetForces[army.preset];
  const auto list = [](const auto& units) { return std::vector<UnitType>(units.begin(), units.end()); };
  if (part == Part::home) return list(preset.home);
  return list(part == Part::campaign ? preset.campaign : preset.horde);
}

Terrain home_of(const Army& army) {
  return army.preset == kNoPreset ? army.home_terrain : kPresetForces[army.preset].home_terrain;
}

std::vector<DragonOption> dragons_of(const Options& options, int seat) {
  const auto place = static_cast<std::size_t>(seat);
  if (options.dragons) return (*options.dragons)[place];
  std::vector<DragonOption> dragons;
  dragons.reserve(2);
  for (const PresetDragon& dragon : kPresetForces[options.armies[place].preset].dragons) {
    dragons.push_back({.type = dragon.type, .form = dragon.form});
  }
  return dragons;
}

bool is_full(const std::vector<DragonOption>& dragons, int health) {
  std::size_t counted = 0;
  for (const DragonOption& dragon : dragons) counted += static_cast<std::size_t>(force_value(dragon.type));
  return counted == static_cast<std::size_t>(dragons_for(health));
}

int points_of(const Options& options) {
  return options.points.value_or(health_of(options.armies[0]));
}

std::optional<Fault> check_options(const Options& options) {
  if (options.points && std::ranges::find(kForceSizes, *options.points) == kForceSizes.end()) {
    return refuse("A-2", Reason::no_such_size, {*options.points});
  }
  if (options.armies.size() != 2) {
    return refuse("A-2", Reason::option_length, {number(Option::armies), shown(options.armies.size()), 2});
  }
  for (int seat = 0; seat < 2; ++seat) {
    if (auto refusal = check_army(seat, options.armies[static_cast<std::size_t>(seat)])) return refusal;
  }
  if (auto refusal = check_points(options)) return refusal;
  if (auto refusal = check_dragons(options)) return refusal;
  if (options.frontier >= kTerrains) {
    return refuse("A-1", Reason::no_such_name, {number(Option::frontier), 0, options.frontier});
  }
  if (auto refusal = check_range("A-6", Option::rounds, options.rounds, kRounds)) return refusal;
  if (auto refusal = check_range("A-7", Option::regroup, options.regroup, kRegroup)) return refusal;
  if (auto refusal = check_range("A-9", Option::slay_points, options.slay_points, kSlayPoints)) return refusal;
  if (auto refusal = check_range("A-8", Option::call_gain, options.call_gain, kCallPoints)) return refusal;
  if (auto refusal = check_range("A-8", Option::call_cost, options.call_cost, kCallCost)) return refusal;
  if (auto refusal = check_range("A-8", Option::call_cost_white, options.call_cost_white, kCallCost)) return refusal;
  return check_range("A-8", Option::call_cap, options.call_cap, kCallPoints);
}

}  // namespace wyrmhall::rules::dragondice
