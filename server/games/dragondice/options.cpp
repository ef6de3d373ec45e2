#include "server/games/dragondice/options.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rules/dragondice/fault.h"
#include "server/games/option_fields.h"
#include "server/games/refusals.h"

namespace wyrmhall::server::dragondice_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace dragondice = rules::dragondice;
using Refusal = std::optional<pb::Refusal>;

Refusal invalid(std::string detail, std::string field) {
  return refuse(pb::REFUSAL_CODE_OPTIONS_INVALID, std::move(detail), std::move(field));
}

// Enumerators count from 1 on the wire.
template <class Number>
bool read_enumerator(int number, const google::protobuf::EnumDescriptor& type, Number& value) {
  value = static_cast<Number>(number - 1);
  return number != 0 && type.FindValueByNumber(number) != nullptr;
}

Refusal read_units(const google::protobuf::RepeatedField<int>& from, const char* part,
                   std::vector<dragondice::UnitType>& units) {
  const std::string field = std::string("armies.") + part;
  if (from.size() > kMaxOptionEntries) return invalid("an army has fewer units", field);
  units.reserve(static_cast<std::size_t>(from.size()));
  for (const int number : from) {
    if (!read_enumerator(number, *pb::DragondiceUnitKind_descriptor(), units.emplace_back())) {
      return invalid("there is no such unit", field);
    }
  }
  return std::nullopt;
}

// The ready force of a species with this many points.
Refusal read_army(const pb::DragondiceArmy& from, int points, dragondice::Army& army) {
  const bool units = from.home_size() > 0 || from.campaign_size() > 0 || from.horde_size() > 0;
  const bool listed = units || from.has_home_terrain() || from.has_frontier_terrain();
  if (from.species() != pb::DRAGONDICE_SPECIES_UNSPECIFIED) {
    dragondice::Species species{};
    if (!read_enumerator(from.species(), *pb::DragondiceSpecies_descriptor(), species)) {
      return invalid("there is no such species", "armies.species");
    }
    if (listed || from.preset() != pb::DRAGONDICE_PRESET_UNSPECIFIED) {
      return invalid("the ready force of a species has its own units and terrains", "armies.species");
    }
    army = dragondice::ready_force(species, points).army;
    return std::nullopt;
  }
  if (from.preset() != pb::DRAGONDICE_PRESET_UNSPECIFIED) {
    if (!read_enumerator(from.preset(), *pb::DragondicePreset_descriptor(), army.preset)) {
      return invalid("there is no such preset", "armies.preset");
    }
    if (listed) {
      return invalid("a preset has its own units and terrains", "armies.preset");
    }
    return std::nullopt;
  }
  if (auto refusal = read_units(from.home(), "home", army.home)) return refusal;
  if (auto refusal = read_units(from.campaign(), "campaign", army.campaign)) return refusal;
  if (auto refusal = read_units(from.horde(), "horde", army.horde)) return refusal;
  const auto& terrains = *pb::DragondiceTerrain_descriptor();
  if (!read_enumerator(from.home_terrain(), terrains, army.home_terrain)) {
    return invalid("a force that is no preset says its home", "armies.home_terrain");
  }
  if (!read_enumerator(from.frontier_terrain(), terrains, army.frontier_terrain)) {
    return invalid("a force that is no preset says the frontier that it proposes", "armies.frontier_terrain");
  }
  return std::nullopt;
}

Refusal read_dragons(const pb::DragondiceDragonOptions& from, std::vector<dragondice::DragonOption>& dragons) {
  if (from.dragons_size() > kMaxOptionEntries) return invalid("a seat has fewer dragons", "dragons.dragons");
  dragons.reserve(static_cast<std::size_t>(from.dragons_size()));
  for (const pb::DragondiceDragonOption& each : from.dragons()) {
    dragondice::DragonOption& dragon = dragons.emplace_back();
    if (!read_enumerator(each.type(), *pb::DragondiceDragonType_descriptor(), dragon.type)) {
      return invalid("there is no such kind of dragon", "dragons.dragons.type");
    }
    if (!read_enumerator(each.form(), *pb::DragondiceDragonForm_descriptor(), dragon.form)) {
      return invalid("a dragon is a drake or a wyrm", "dragons.dragons.form");
    }
  }
  return std::nullopt;
}

// The dragons of a ready force, in the order of the species; none if its units are listed.
std::vector<dragondice::DragonOption> dragons_ready(const pb::DragondiceArmy& army, int points) {
  const bool preset = army.preset() != pb::DRAGONDICE_PRESET_UNSPECIFIED;
  const int number = preset ? static_cast<int>(army.preset()) : static_cast<int>(army.species());
  if (number == 0) return {};
  const auto species = static_cast<dragondice::Species>(number - 1);
  return dragondice::ready_force(species, preset ? dragondice::kUsualForce : points).dragons;
}

// A player who says nothing has the usual species; dragons that are not named are those of the ready force.
Refusal read_forces(const pb::DragondiceOptions& from, dragondice::Options& options) {
  constexpr rules::Range kPoints{dragondice::kForceSizes.front(), dragondice::kForceSizes.back()};
  if (from.has_points()) options.points = option_number<int>(from.points(), kPoints);
  const bool exists = options.points && std::ranges::find(dragondice::kForceSizes, *options.points) !=
                                            dragondice::kForceSizes.end();  // or the rules refuse it
  const int points = exists ? *options.points : dragondice::kUsualForce;
  auto armies = from.armies();
  if (armies.empty()) {
    armies.Add()->set_species(pb::DRAGONDICE_SPECIES_CORAL_ELF);
    armies.Add()->set_species(pb::DRAGONDICE_SPECIES_DWARF);
  }
  options.armies.clear();
  std::vector<std::vector<dragondice::DragonOption>> dragons;
  for (const pb::DragondiceArmy& army : armies) {
    if (auto refusal = read_army(army, points, options.armies.emplace_back())) return refusal;
  }
  for (const pb::DragondiceDragonOptions& each : from.dragons()) {
    if (auto refusal = read_dragons(each, dragons.emplace_back())) return refusal;
  }
  if (dragons.empty()) dragons.resize(options.armies.size());
  for (int seat = 0; seat < armies.size() && static_cast<std::size_t>(seat) < dragons.size(); ++seat) {
    auto& own = dragons[static_cast<std::size_t>(seat)];
    if (own.empty()) own = dragons_ready(armies[seat], points);
  }
  options.dragons = std::move(dragons);
  return std::nullopt;
}

void write_army(const dragondice::Army& army, pb::DragondiceArmy& to) {
  if (army.preset != dragondice::kNoPreset) {
    to.set_preset(static_cast<pb::DragondicePreset>(army.preset + 1));
    return;
  }
  const auto kind = [](dragondice::UnitType unit) { return static_cast<pb::DragondiceUnitKind>(unit + 1); };
  for (const dragondice::UnitType unit : army.home) to.add_home(kind(unit));
  for (const dragondice::UnitType unit : army.campaign) to.add_campaign(kind(unit));
  for (const dragondice::UnitType unit : army.horde) to.add_horde(kind(unit));
  to.set_home_terrain(static_cast<pb::DragondiceTerrain>(army.home_terrain + 1));
  to.set_frontier_terrain(static_cast<pb::DragondiceTerrain>(army.frontier_terrain + 1));
}

}  // namespace

Refusal Options::read_options(const pb::GameOptions& message, dragondice::Options& options) {
  const pb::DragondiceOptions& from = message.dragondice();
  if (from.armies_size() > kMaxOptionEntries || from.dragons_size() > kMaxOptionEntries) {
    return invalid("there are two seats", from.armies_size() > kMaxOptionEntries ? "armies" : "dragons");
  }
  if (auto refusal = read_forces(from, options)) return refusal;
  if (from.frontier() != pb::DRAGONDICE_TERRAIN_UNSPECIFIED &&
      !read_enumerator(from.frontier(), *pb::DragondiceTerrain_descriptor(), options.frontier)) {
    return invalid("there is no such terrain", "frontier");
  }
  const auto number = [](bool given, std::uint32_t value, const rules::Range& range, int& option) {
    if (given) option = option_number<int>(value, range);
  };
  number(from.has_rounds(), from.rounds(), dragondice::kRounds, options.rounds);
  number(from.has_regroup(), from.regroup(), dragondice::kRegroup, options.regroup);
  number(from.has_slay_points(), from.slay_points(), dragondice::kSlayPoints, options.slay_points);
  number(from.has_call_gain(), from.call_gain(), dragondice::kCallPoints, options.call_gain);
  number(from.has_call_cost(), from.call_cost(), dragondice::kCallCost, options.call_cost);
  number(from.has_call_cost_white(), from.call_cost_white(), dragondice::kCallCost, options.call_cost_white);
  number(from.has_call_cap(), from.call_cap(), dragondice::kCallPoints, options.call_cap);
  options.species_abilities = from.species_abilities();
  return std::nullopt;
}

void Options::write_options(const dragondice::Options& options, pb::GameOptions& message) {
  pb::DragondiceOptions& to = *message.mutable_dragondice();
  for (const dragondice::Army& army : options.armies) write_army(army, *to.add_armies());
  // Presets are written out too: a record says all that a match was played with.
  for (int seat = 0; seat < static_cast<int>(options.armies.size()); ++seat) {
    pb::DragondiceDragonOptions& list = *to.add_dragons();
    for (const dragondice::DragonOption& dragon : dragondice::dragons_of(options, seat)) {
      pb::DragondiceDragonOption& each = *list.add_dragons();
      each.set_type(static_cast<pb::DragondiceDragonType>(static_cast<int>(dragon.type) + 1));
      each.set_form(static_cast<pb::DragondiceDragonForm>(static_cast<int>(dragon.form) + 1));
    }
  }
  const auto number = [](int value) { return static_cast<std::uint32_t>(value); };
  to.set_frontier(static_cast<pb::DragondiceTerrain>(options.frontier + 1));
  to.set_rounds(number(options.rounds));
  to.set_regroup(number(options.regroup));
  to.set_slay_points(number(options.slay_points));
  to.set_call_gain(number(options.call_gain));
  to.set_call_cost(number(options.call_cost));
  to.set_call_cost_white(number(options.call_cost_white));
  to.set_call_cap(number(options.call_cap));
  to.set_species_abilities(options.species_abilities);
  if (options.points && *options.points != dragondice::kUsualForce) to.set_points(number(*options.points));
}

void Options::name_option(const rules::Fault& fault, pb::Refusal& refusal) {
  using enum dragondice::Reason;
  const auto reason = static_cast<dragondice::Reason>(fault.reason);
  dragondice::Option option = dragondice::Option::armies;
  switch (reason) {
    case option_range:
      name_range(refusal, fault);
      [[fallthrough]];
    case option_length:
    case no_such_name:
      option = static_cast<dragondice::Option>(fault.arguments[0]);
      break;
    case needs_dragons:
    case force_value:
      option = dragondice::Option::dragons;
      break;
    case no_such_size:
    case other_size:
      option = dragondice::Option::points;
      break;
    default:
      break;
  }
  server::name_option<dragondice::Options, pb::DragondiceOptions>(refusal, dragondice::number(option));
}

}  // namespace wyrmhall::server::dragondice_wire
