// Options of Dragon Dice that between them reach each option, species, kind of dragon and icon that asks something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/dragondice/options.h"

namespace wyrmhall::rules::testing {

inline std::vector<dragondice::Options> dragondice_options() {
  using dragondice::DragonForm;
  using dragondice::DragonType;
  using dragondice::Options;
  std::vector<Options> all;
  const auto add = [&](const auto& change) {
    Options options;
    change(options);
    all.push_back(options);
  };
  add([](auto&) {});
  // Each species with its own dragons.
  for (std::uint8_t i = 0; i < dragondice::kPresets; ++i) {
    add([&](auto& o) {
      o.armies = {{.preset = i}, {.preset = static_cast<std::uint8_t>((i + 5) % dragondice::kPresets)}};
      o.frontier = static_cast<dragondice::Terrain>((std::size_t{7} * i) % dragondice::kTerrains);
      o.species_abilities = i % 2 == 0;
    });
  }
  // Each kind of dragon, where all come together often.
  for (std::uint8_t i = 0; i < 11; ++i) {
    add([&](auto& o) {
      o.armies = {{.preset = i}, {.preset = static_cast<std::uint8_t>(i + 1)}};
      const auto type = [](int number) { return static_cast<DragonType>(number % 21); };
      o.dragons = {{{type(2 * i), DragonForm::drake}, {type((2 * i) + 7), DragonForm::wyrm}},
                   {{type((2 * i) + 1), DragonForm::wyrm}, {type((2 * i) + 12), DragonForm::drake}}};
      o.call_cost = 1;
      o.call_cost_white = 2;
      o.rounds = 6;
    });
  }
  add([](auto& o) {  // White ones; no regrouping
    o.armies = {{.preset = 10}, {.preset = 6}};
    o.dragons = {{{DragonType::white, DragonForm::wyrm}}, {{DragonType::white, DragonForm::drake}}};
    o.call_gain = 14;
    o.call_cost_white = 5;
    o.regroup = 0;
    o.rounds = 12;
  });
  add([](auto& o) {  // units of several species that ask something, and many moves
    const auto unit = [](std::string_view name) { return dragondice::unit_named(name).value(); };
    const dragondice::Army army = {
        .home = {unit("goblin_troll"), unit("treefolk_strangle_vine"), unit("dwarf_behemoth"), unit("goblin_mugger")},
        .campaign = {unit("feral_elephant_folk"), unit("feral_hound_folk"), unit("firewalker_fireshadow"),
                     unit("treefolk_noble_willow")},
        .horde = {unit("firewalker_phoenix"), unit("treefolk_willow"), unit("goblin_marauder"),
                  unit("treefolk_willowling")},
        .home_terrain = 3};
    o.armies = {army, army};
    int health = 0;
    for (const auto part : {dragondice::Part::home, dragondice::Part::campaign, dragondice::Part::horde}) {
      for (const auto each : dragondice::part_of(army, part)) health += dragondice::unit_data(each).health;
    }
    // Footmen make the force up to its size.
    for (; health < 36; ++health) {
      const bool first = health % 2 == 0;
      for (auto& seat : o.armies) (first ? seat.horde : seat.campaign).push_back(unit("dwarf_footman"));
    }
    o.dragons = {{{DragonType::elemental_air, DragonForm::wyrm}, {DragonType::elemental_fire, DragonForm::drake}},
                 {{DragonType::ivory, DragonForm::wyrm}, {DragonType::hybrid_death_water, DragonForm::drake}}};
    o.call_cost = 1;
    o.regroup = 3;
    o.rounds = 10;
  });
  add([](auto& o) {  // the shortest
    o.rounds = 1;
    o.slay_points = 0;
    o.call_gain = 0;
    o.call_cap = 0;
  });
  return all;
}

}  // namespace wyrmhall::rules::testing
