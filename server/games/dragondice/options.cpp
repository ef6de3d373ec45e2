#include "server/games/dragondice/options.h"

#include <string>
#include <utility>

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

Refusal read_army(const pb::DragondiceArmy& from, dragondice::Army& army) {
  const bool units = from.home_size() > 0 || from.campaign_size() > 0 || from.horde_size() > 0;
  if (from.preset() != pb::DRAGONDICE_PRESET_UNSPECIFIED) {
    if (!read_enumerator(from.preset(), *pb::DragondicePreset_descriptor(), army.preset)) {
      return invalid("there is no such preset", "armies.preset");
    }
    if (units || from.has_home_terrain() || from.has_frontier_terrain()) {
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
  if (from.armies_size() > 0) options.armies.clear();
  for (const pb::DragondiceArmy& army : from.armies()) {
    if (auto refusal = read_army(army, options.armies.emplace_back())) return refusal;
  }
  if (from.dragons_size() > 0) options.dragons.emplace();
  for (const pb::DragondiceDragonOptions& dragons : from.dragons()) {
    if (auto refusal = read_dragons(dragons, options.dragons->emplace_back())) return refusal;
  }
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
  // Those of presets too: a record says all that a match was played with.
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
    default:
      break;
  }
  server::name_option<dragondice::Options, pb::DragondiceOptions>(refusal, dragondice::number(option));
}

}  // namespace wyrmhall::server::dragondice_wire
