// Names of terrains and units, and the forces that come ready made.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "rules/dragondice/data.h"
#include "rules/dragondice/table_text.h"

namespace wyrmhall::rules::dragondice {
namespace {

// Of each species four lines: its terrains and dragons, then the units at home, of the campaign and of the horde.
constexpr std::string_view kPresetTable =
#include "rules/dragondice/presets.txt"
    ;

template <class Names>
std::uint8_t place_in(const Names& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw std::logic_error("no such name in the table");
  return static_cast<std::uint8_t>(found - names.begin());
}

template <std::size_t N>
void read_units(std::array<UnitType, N>& units, std::string_view species, std::string_view line) {
  for (UnitType& unit : units) unit = unit_named(std::string(species) + "_" + std::string(take(line, ' '))).value();
}

}  // namespace

std::optional<UnitType> unit_named(std::string_view name) {
  const auto found = std::ranges::find(kUnitNames, name);
  if (found == kUnitNames.end()) return std::nullopt;
  return static_cast<UnitType>(found - kUnitNames.begin());
}

std::optional<Terrain> terrain_named(std::string_view name) {
  const auto found = std::ranges::find(kTerrainNames, name);
  if (found == kTerrainNames.end()) return std::nullopt;
  return static_cast<Terrain>(found - kTerrainNames.begin());
}

constinit const std::array<std::string_view, kTerrains> kTerrainNames = {"coastland_castle",
                                                                         "coastland_city",
                                                                         "coastland_dragons_lair",
                                                                         "coastland_grove",
                                                                         "coastland_standing_stones",
                                                                         "coastland_temple",
                                                                         "coastland_tower",
                                                                         "coastland_vortex",
                                                                         "feyland_castle",
                                                                         "feyland_city",
                                                                         "feyland_dragons_lair",
                                                                         "feyland_grove",
                                                                         "feyland_standing_stones",
                                                                         "feyland_temple",
                                                                         "feyland_tower",
                                                                         "feyland_vortex",
                                                                         "flatland_castle",
                                                                         "flatland_city",
                                                                         "flatland_dragons_lair",
                                                                         "flatland_grove",
                                                                         "flatland_standing_stones",
                                                                         "flatland_temple",
                                                                         "flatland_tower",
                                                                         "flatland_vortex",
                                                                         "highland_castle",
                                                                         "highland_city",
                                                                         "highland_dragons_lair",
                                                                         "highland_grove",
                                                                         "highland_standing_stones",
                                                                         "highland_temple",
                                                                         "highland_tower",
                                                                         "highland_vortex",
                                                                         "swampland_castle",
                                                                         "swampland_city",
                                                                         "swampland_dragons_lair",
                                                                         "swampland_grove",
                                                                         "swampland_standing_stones",
                                                                         "swampland_temple",
                                                                         "swampland_tower",
                                                                         "swampland_vortex",
                                                                         "wasteland_castle",
                                                                         "wasteland_city",
                                                                         "wasteland_dragons_lair",
                                                                         "wasteland_grove",
                                                                         "wasteland_standing_stones",
                                                                         "wasteland_temple",
                                                                         "wasteland_tower",
                                                                         "wasteland_vortex"};

constinit const std::array<std::string_view, kPresets> kPresetNames = {
    "amazon_30", "coral_elf_30", "dwarf_30",   "feral_30",         "firewalker_30", "frostwing_30",
    "goblin_30", "lava_elf_30",  "scalder_30", "swamp_stalker_30", "treefolk_30",   "undead_30"};

const std::array<Preset, kPresets> kPresetForces = [] {
  std::array<Preset, kPresets> presets;
  std::string_view text = kPresetTable;
  for (std::size_t i = 0; i < kPresets; ++i) {
    std::string_view line = take(text, '\n');
    const std::string_view species = take(line, ' ');
    if (species != kSpeciesNames[i]) throw std::logic_error("no such species");
    presets[i].home_terrain = terrain_named(take(line, ' ')).value();
    presets[i].frontier_terrain = terrain_named(take(line, ' ')).value();
    for (PresetDragon& dragon : presets[i].dragons) {
      dragon.type = static_cast<DragonType>(place_in(kDragonTypeNames, take(line, ' ')));
      dragon.form = static_cast<DragonForm>(place_in(kFormNames, take(line, ' ')));
    }
    read_units(presets[i].home, species, take(text, '\n'));
    read_units(presets[i].campaign, species, take(text, '\n'));
    read_units(presets[i].horde, species, take(text, '\n'));
  }
  return presets;
}();

}  // namespace wyrmhall::rules::dragondice
