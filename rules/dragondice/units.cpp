// The dice of all units. Each line has the unit's name without its species, its health and its faces in order. A face
// is an icon with its number: I ID, M melee, R missile, G magic, V maneuver, S save, or a special action icon by name.
#include <cstddef>
#include <stdexcept>

#include "rules/dragondice/data.h"
#include "rules/dragondice/table_text.h"

namespace wyrmhall::rules::dragondice {
namespace {

constexpr std::string_view kUnitTable =
#include "rules/dragondice/units.txt"
    ;

constexpr Icon icon_named(std::string_view name) {
  constexpr std::string_view kPlainLetters = "IMRGVS";
  if (name.size() == 1) return static_cast<Icon>(kPlainLetters.find(name[0]));
  for (std::size_t icon = kPlainLetters.size(); icon < kIconNames.size(); ++icon) {
    if (kIconNames[icon] == name) return static_cast<Icon>(icon);
  }
  throw std::logic_error("no such icon");
}

constexpr UnitData unit_of(std::string_view line, Species species) {
  UnitData unit{.name = take(line, ' '), .species = species};
  unit.health = static_cast<std::uint8_t>(take(line, ' ')[0] - '0');
  while (!line.empty()) {
    const std::string_view face = take(line, ' ');
    const Icon icon = icon_named(face.substr(0, face.size() - 1));
    unit.faces[unit.sides++] = {icon, static_cast<std::uint8_t>(face.back() - '0')};
    unit.rises = unit.rises || icon == Icon::rise_from_the_ashes;
  }
  return unit;
}

constexpr std::array<UnitData, kUnitTypes> kRead = [] {
  std::array<UnitData, kUnitTypes> units{};
  std::string_view text = kUnitTable;
  std::size_t next = 0;
  int species = -1;
  while (!text.empty()) {
    const std::string_view line = take(text, '\n');
    if (line[0] == '=') {
      if (line.substr(2) != kSpeciesNames[static_cast<std::size_t>(++species)])
        throw std::logic_error("no such species");
    } else {
      units[next++] = unit_of(line, static_cast<Species>(species));
    }
  }
  if (next != kUnitTypes) throw std::logic_error("units are missing");
  return units;
}();

// The names with their species, one after the other.
constexpr std::size_t kMaxName = 48;
struct Name {
  std::array<char, kMaxName> text{};
  std::size_t length = 0;
  constexpr void add(std::string_view part) {
    for (const char each : part) text[length++] = each;
  }
  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), length}; }
};

constexpr std::array<Name, kUnitTypes> kFullNames = [] {
  std::array<Name, kUnitTypes> names{};
  for (std::size_t i = 0; i < kUnitTypes; ++i) {
    names[i].add(kSpeciesNames[index(kRead[i].species)]);
    names[i].add("_");
    names[i].add(kRead[i].name);
  }
  return names;
}();

}  // namespace

constinit const std::array<std::string_view, kUnitTypes> kUnitNames = [] {
  std::array<std::string_view, kUnitTypes> names{};
  for (std::size_t i = 0; i < kUnitTypes; ++i) names[i] = kFullNames[i].view();
  return names;
}();

constinit const std::array<UnitData, kUnitTypes> kUnits = [] {
  std::array<UnitData, kUnitTypes> units = kRead;
  for (std::size_t i = 0; i < kUnitTypes; ++i) units[i].name = kFullNames[i].view();
  return units;
}();

}  // namespace wyrmhall::rules::dragondice
