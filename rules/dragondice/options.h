// What can be chosen about a match of Dragon Dice before it starts. Rule numbers are those of docs/rules/dragondice.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/described.h"
#include "rules/dragondice/data.h"

namespace wyrmhall::rules::dragondice {

inline constexpr int kMaxUnits = 32;  // of a force
// The most ways in which the losses of a whole force may be chosen, so that all of them can be listed.
inline constexpr std::uint64_t kMaxLosses = 4'096;
inline constexpr std::array kForceSizes = {15, 24, 30, 36, 60};  // points of health
inline constexpr int kUsualForce = 30;                           // that of presets
inline constexpr int kForcePerDragon = 24;                       // points of health

inline constexpr Range kRounds{1, 50};
inline constexpr Range kRegroup{0, 3};
inline constexpr Range kSlayPoints{0, 10};
inline constexpr Range kCallPoints{0, 14};
inline constexpr Range kCallCost{1, 14};

inline constexpr std::uint8_t kNoPreset = 255;

// a force that comes ready made, or its units by the places where they begin. In JSON a preset is its name alone.
struct Army {
  std::uint8_t preset = kNoPreset;  // by its number
  std::vector<UnitType> home{};
  std::vector<UnitType> campaign{};
  std::vector<UnitType> horde{};
  Terrain home_terrain = 0;
  Terrain frontier_terrain = 0;  // what the seat would propose; this game does not use it yet
  static constexpr auto kFields = fields(field("home", &Army::home, {.names = kUnitNames}),
                                         field("campaign", &Army::campaign, {.names = kUnitNames}),
                                         field("horde", &Army::horde, {.names = kUnitNames}),
                                         field("home_terrain", &Army::home_terrain, {.names = kTerrainNames}),
                                         field("frontier_terrain", &Army::frontier_terrain, {.names = kTerrainNames}));
  friend bool operator==(const Army&, const Army&) = default;
};

struct DragonOption {
  DragonType type = DragonType::elemental_air;
  DragonForm form = DragonForm::drake;
  static constexpr bool kInRow = true;
  static constexpr auto kFields = fields(field("type", &DragonOption::type, {.names = kDragonTypeNames}),
                                         field("form", &DragonOption::form, {.names = kFormNames}));
  friend bool operator==(const DragonOption&, const DragonOption&) = default;
};

// A force as a seat has it.
struct Force {
  Army army{};
  std::vector<DragonOption> dragons{};
};

struct Options {
  std::vector<Army> armies = {{.preset = index(Species::coral_elf)}, {.preset = index(Species::dwarf)}};
  std::optional<std::vector<std::vector<DragonOption>>> dragons{};  // of each seat; otherwise those of the presets
  Terrain frontier = 22;                                            // flatland_tower
  int rounds = 8;
  int regroup = 1;
  int slay_points = 4;
  int call_gain = 7;
  int call_cost = 7;
  int call_cost_white = 14;
  int call_cap = 14;
  bool species_abilities = false;
  // Of each force, one of kForceSizes; where it is not given, as many as the armies have. kUsualForce is never written.
  std::optional<int> points{};

  static constexpr bool kOptional = true;
  static constexpr auto kFields = fields(
      field("armies", &Options::armies), field("dragons", &Options::dragons, {.left_out = true}),
      field("frontier", &Options::frontier, {.names = kTerrainNames}),
      field("rounds", &Options::rounds, {.range = kRounds}), field("regroup", &Options::regroup, {.range = kRegroup}),
      field("slay_points", &Options::slay_points, {.range = kSlayPoints}),
      field("call_gain", &Options::call_gain, {.range = kCallPoints}),
      field("call_cost", &Options::call_cost, {.range = kCallCost}),
      field("call_cost_white", &Options::call_cost_white, {.range = kCallCost}),
      field("call_cap", &Options::call_cap, {.range = kCallPoints}),
      field("species_abilities", &Options::species_abilities),
      field("points", &Options::points, {.none = kUsualForce, .left_out = true, .values = kForceSizes}));
  friend bool operator==(const Options&, const Options&) = default;
};

// The options by number, in the order of their fields, as Faults name them; and the parts of a force.
enum class Option : std::uint8_t {
  armies,
  dragons,
  frontier,
  rounds,
  regroup,
  slay_points,
  call_gain,
  call_cost,
  call_cost_white,
  call_cap,
  species_abilities,
  points
};
enum class Part : std::uint8_t { home, campaign, horde };

// What a seat brings, whether from a preset or not.
std::vector<UnitType> part_of(const Army& army, Part part);
Terrain home_of(const Army& army);
std::vector<DragonOption> dragons_of(const Options& options, int seat);

// the force that a species has ready, of one of kForceSizes. That of kUsualForce is its preset.
Force ready_force(Species species, int points);
// How many points each force has; the options must have passed check_options().
int points_of(const Options& options);

// DR-0: what the dragons of a force of this health count together.
constexpr int dragons_for(int health) {
  return (health + kForcePerDragon - 1) / kForcePerDragon;
}

}  // namespace wyrmhall::rules::dragondice
