// The content of Dragon Dice: units and their faces, dragons, terrains and the forces that come ready made
// (docs/rules/dragondice.md). The names are those of the rulebook's data.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/enumerators.h"

namespace wyrmhall::rules::dragondice {

constexpr std::size_t index(auto enumerator) {
  return static_cast<std::size_t>(enumerator);
}

// --- Elements ---

// A set of elements, one bit each in the order in which breaths take effect (DR-13).
using Elements = std::uint8_t;
inline constexpr Elements kAir = 1;
inline constexpr Elements kDeath = 2;
inline constexpr Elements kEarth = 4;
inline constexpr Elements kFire = 8;
inline constexpr Elements kWater = 16;
inline constexpr Elements kAllElements = 31;

enum class Species : std::uint8_t {
  amazon,
  coral_elf,
  dwarf,
  feral,
  firewalker,
  frostwing,
  goblin,
  lava_elf,
  scalder,
  swamp_stalker,
  treefolk,
  undead
};
inline constexpr auto kSpeciesNames = kNamesUpTo<Species::undead>;
inline constexpr std::size_t kSpecies = kSpeciesNames.size();
// Amazons have none: they take the elements of the terrain that they stand on.
inline constexpr std::array<Elements, kSpecies> kElementsOf = {0,
                                                               kAir | kWater,
                                                               kFire | kEarth,
                                                               kAir | kEarth,
                                                               kAir | kFire,
                                                               kDeath | kAir,
                                                               kDeath | kEarth,
                                                               kDeath | kFire,
                                                               kWater | kFire,
                                                               kDeath | kWater,
                                                               kWater | kEarth,
                                                               kDeath};

// --- Units ---

// What a face shows: a plain icon, the ID, or a special action icon (SAI), which are in the order of the alphabet.
enum class Icon : std::uint8_t {
  id,
  melee,
  missile,
  magic,
  maneuver,
  save,
  bash,
  bullseye,
  cantrip,
  charge,
  charm,
  choke,
  cloak,
  coil,
  confuse,
  convert,
  counter,
  create_fireminions,
  dispel_magic,
  double_strike,
  entangle,
  ferry,
  fire_breath,
  firecloud,
  firewalking,
  flame,
  flaming_arrow,
  fly,
  frost_breath,
  galeforce,
  gore,
  hoof,
  howl,
  hug,
  hypnotic_glare,
  illusion,
  kick,
  net,
  plague,
  poison,
  regenerate,
  rend,
  rise_from_the_ashes,
  roar,
  scare,
  screech,
  seize,
  slay,
  sleep,
  smite,
  smother,
  stomp,
  stone,
  stun,
  surprise,
  swallow,
  tail_unit,
  teleport,
  trample,
  trumpet,
  vanish,
  volley,
  wave,
  web,
  wild_growth,
  wither
};
inline constexpr auto kIconNames = kNamesUpTo<Icon::wither>;

// What an icon does with its number X in a dragon attack.
struct IconData {
  bool melee = false;  // X results (DR-11)
  bool missile = false;
  bool save = false;
  bool maneuver = false;   // X maneuver results too, where they count as saves (R-DD-28)
  bool again = false;      // the unit is rolled again
  bool lone_save = false;  // saves a lone unit from burial (DR-13)
};

constexpr IconData data_of(Icon icon) {
  switch (icon) {
    case Icon::coil:
    case Icon::double_strike:
    case Icon::gore:
    case Icon::hug:
    case Icon::smite:
    case Icon::stomp:
      return {.melee = true};
    case Icon::trample:
      return {.melee = true, .maneuver = true};
    case Icon::rend:
    case Icon::tail_unit:
      return {.melee = true, .again = true};
    case Icon::bullseye:
    case Icon::flaming_arrow:
    case Icon::stone:
      return {.missile = true};
    case Icon::fly:
    case Icon::hoof:
    case Icon::rise_from_the_ashes:
    case Icon::vanish:
      return {.save = true, .lone_save = true};
    case Icon::counter:
    case Icon::kick:
      return {.melee = true, .save = true, .lone_save = true};
    case Icon::volley:
      return {.missile = true, .save = true, .lone_save = true};
    case Icon::id:
    case Icon::save:
    case Icon::bash:
    case Icon::cloak:
    case Icon::regenerate:
    case Icon::wild_growth:
      return {.lone_save = true};
    default:
      return {};
  }
}

struct Face {
  Icon icon = Icon::id;
  std::uint8_t number = 0;  // X
};

inline constexpr std::size_t kMaxFaces = 10;

struct UnitData {
  std::string_view name;
  Species species = Species::amazon;
  std::uint8_t health = 0;
  std::uint8_t sides = 0;
  bool rises = false;  // has a Rise from the Ashes face (DR-18)
  std::array<Face, kMaxFaces> faces{};
};

// A kind of unit by its number, in the order of the species and within them of the alphabet.
using UnitType = std::uint8_t;
inline constexpr std::size_t kUnitTypes = 240;
extern const std::array<UnitData, kUnitTypes> kUnits;
extern const std::array<std::string_view, kUnitTypes> kUnitNames;

inline const UnitData& unit_data(UnitType type) {
  return kUnits[type];
}
// Nothing where there is no such unit.
std::optional<UnitType> unit_named(std::string_view name);

// --- Dragons ---

enum class DragonKind : std::uint8_t { elemental, hybrid, ivory, ivory_hybrid, white };

enum class DragonType : std::uint8_t {
  elemental_air,
  elemental_death,
  elemental_earth,
  elemental_fire,
  elemental_water,
  hybrid_air_death,
  hybrid_air_earth,
  hybrid_air_fire,
  hybrid_air_water,
  hybrid_death_earth,
  hybrid_death_fire,
  hybrid_death_water,
  hybrid_earth_fire,
  hybrid_earth_water,
  hybrid_fire_water,
  ivory,
  ivory_hybrid_air,
  ivory_hybrid_death,
  ivory_hybrid_earth,
  ivory_hybrid_fire,
  ivory_hybrid_water,
  white
};
inline constexpr auto kDragonTypeNames = kNamesUpTo<DragonType::white>;

struct DragonData {
  DragonKind kind = DragonKind::elemental;
  Elements elements = 0;
};

// DR-0.
inline constexpr std::array<DragonData, kDragonTypeNames.size()> kDragonTypes = [] {
  using enum DragonKind;
  std::array<DragonData, kDragonTypeNames.size()> all{};
  std::size_t next = 0;
  for (unsigned a = 0; a < 5; ++a) all[next++] = {elemental, static_cast<Elements>(1U << a)};
  for (unsigned a = 0; a < 5; ++a) {
    for (unsigned b = a + 1; b < 5; ++b) all[next++] = {hybrid, static_cast<Elements>((1U << a) | (1U << b))};
  }
  all[next++] = {ivory, 0};
  for (unsigned a = 0; a < 5; ++a) all[next++] = {ivory_hybrid, static_cast<Elements>(1U << a)};
  all[next] = {white, kAllElements};
  return all;
}();

constexpr const DragonData& data_of(DragonType type) {
  return kDragonTypes[index(type)];
}
constexpr bool is_white(DragonType type) {
  return type == DragonType::white;
}
// What it counts as when a force is put together, and when it is slain.
constexpr int force_value(DragonType type) {
  return is_white(type) ? 2 : 1;
}

enum class DragonIcon : std::uint8_t { jaws, breath, claws, wings, belly, tail, treasure };
inline constexpr auto kDragonIconNames = kNamesUpTo<DragonIcon::treasure>;
inline constexpr int kDragonFaces = 12;

enum class DragonForm : std::uint8_t { drake, wyrm };
inline constexpr auto kFormNames = kNamesUpTo<DragonForm::wyrm>;
inline constexpr std::array<std::array<DragonIcon, kDragonFaces>, 2> kForms = [] {
  using enum DragonIcon;
  return std::array<std::array<DragonIcon, kDragonFaces>, 2>{
      {{jaws, breath, claws, claws, wings, wings, belly, belly, claws, claws, tail, tail},
       {jaws, breath, claws, claws, belly, belly, claws, claws, tail, tail, tail, treasure}}};
}();

// --- Terrains ---

// By type, and within it by the eighth face, in the order of the alphabet.
using Terrain = std::uint8_t;
inline constexpr std::size_t kTerrains = 48;
inline constexpr std::size_t kEighthFaces = 8;
extern const std::array<std::string_view, kTerrains> kTerrainNames;
std::optional<Terrain> terrain_named(std::string_view name);

constexpr Elements elements_of(Terrain terrain) {
  constexpr std::array<Elements, kTerrains / kEighthFaces> kByType = {kAir | kWater,  kFire | kWater,  kAir | kEarth,
                                                                      kEarth | kFire, kEarth | kWater, kAir | kFire};
  return kByType[terrain / kEighthFaces];
}

// --- Forces that come ready made ---

inline constexpr std::size_t kPresets = 12;  // one of each species, in their order
struct PresetDragon {
  DragonType type = DragonType::elemental_air;
  DragonForm form = DragonForm::drake;
};
struct Preset {
  std::array<UnitType, 4> home{};
  std::array<UnitType, 6> campaign{};
  std::array<UnitType, 6> horde{};
  std::array<PresetDragon, 2> dragons{};
  Terrain home_terrain = 0;
  Terrain frontier_terrain = 0;
};
extern const std::array<Preset, kPresets> kPresetForces;
extern const std::array<std::string_view, kPresets> kPresetNames;

}  // namespace wyrmhall::rules::dragondice
