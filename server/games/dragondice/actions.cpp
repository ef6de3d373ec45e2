#include "server/games/dragondice/actions.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "server/games/dragondice/view.h"
#include "server/wire/frames.h"

namespace wyrmhall::server::dragondice_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace dragondice = rules::dragondice;

// --- Reading ---

constexpr std::uint8_t kFarOut = 252;  // below what has a meaning of its own; nothing has such a number

// Numbers that are far out of range stay so.
std::uint8_t near_number(std::uint32_t value) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(value, kFarOut));
}
// -1 is none.
std::uint8_t near_or_none(std::int32_t value) {
  if (value == -1) return dragondice::kNone;
  return value < 0 ? kFarOut : near_number(static_cast<std::uint32_t>(value));
}
dragondice::Pick pick_of(std::int32_t value) {
  if (value == kPickSaves) return dragondice::kSaves;
  if (value == kPickDone) return dragondice::kDone;
  return {value < 0 ? kFarOut : near_number(static_cast<std::uint32_t>(value))};
}

// Puts a set into an action, and says whether it is one.
bool read_units(std::string_view bytes, dragondice::Units& units) {
  unsigned least = 0;
  for (const char byte : bytes) {
    const auto unit = static_cast<unsigned char>(byte);
    if (unit < least || unit >= dragondice::Units::kMaxIndices) return false;
    units.insert(unit);
    least = unit + 1U;
  }
  return true;
}
bool read_hits(std::string_view bytes, dragondice::Hit hit, dragondice::Hits& hits) {
  unsigned least = 0;
  for (const char byte : bytes) {
    const auto dragon = static_cast<unsigned char>(byte);
    if (dragon < least || dragon >= dragondice::kMaxDragons) return false;
    if (hits.of(dragon) != dragondice::Hit::none) return false;
    hits.set(dragon, hit);
    least = dragon + 1U;
  }
  return true;
}

// What a decision says beside its kind.
bool read_fields(const pb::DragondiceDesignate& from, dragondice::Action& action) {
  action.dragon = near_number(from.dragon());
  action.other = near_number(from.target());
  return true;
}
bool read_fields(const pb::DragondiceBreathKills& from, dragondice::Action& action) {
  action.dragon = near_number(from.dragon());
  return read_units(from.units(), action.units);
}
bool read_fields(const pb::DragondicePromote& from, dragondice::Action& action) {
  action.unit = near_or_none(from.unit());
  action.other = near_or_none(from.with());
  return true;
}
bool read_fields(const pb::DragondiceBash& from, dragondice::Action& action) {
  action.unit = near_number(from.unit());
  action.dragon = near_number(from.dragon());
  return true;
}
bool read_fields(const pb::DragondiceRegenerate& from, dragondice::Action& action) {
  action.unit = near_number(from.unit());
  action.pick = pick_of(from.pick());
  return true;
}
bool read_fields(const pb::DragondiceAllocate& from, dragondice::Action& action) {
  action.pool = static_cast<dragondice::Pool>(from.pool() - 1);
  action.melee = near_number(from.melee());
  action.missile = near_number(from.missile());
  action.save = near_number(from.save());
  return from.pool() != pb::DRAGONDICE_POOL_UNSPECIFIED && pb::DragondicePool_IsValid(from.pool());
}
bool read_fields(const pb::DragondiceHits& from, dragondice::Action& action) {
  return read_hits(from.melee(), dragondice::Hit::melee, action.slay) &&
         read_hits(from.missile(), dragondice::Hit::missile, action.slay);
}
bool read_fields(const pb::DragondiceRegroup& from, dragondice::Action& action) {
  action.unit = near_or_none(from.unit());
  action.to = {near_or_none(from.to())};
  return true;
}
bool read_fields(const pb::DragondiceCall& from, dragondice::Action& action) {
  action.dragon = near_or_none(from.dragon());
  action.to = {near_or_none(from.to())};
  return true;
}

template <class Message>
std::optional<dragondice::Action> read_kind(dragondice::ActionKind kind, const Message& from) {
  dragondice::Action action{.kind = kind};
  if (has_own_unknown_fields(from) || !read_fields(from, action)) return std::nullopt;
  return action;
}

// --- Writing: what is zero is left out ---

std::int32_t none_or(std::uint8_t number) {
  return number == dragondice::kNone ? -1 : number;
}

void put_units(int field, dragondice::Units units, MessageWriter& to) {
  if (!units.empty()) to.bytes(field, bytes_of(units));
}

void put_hits(int field, const dragondice::Hits& hits, dragondice::Hit hit, MessageWriter& to) {
  dragondice::Dragons dragons;
  for (unsigned dragon = 0; dragon < dragondice::kMaxDragons; ++dragon) {
    if (hits.of(dragon) == hit) dragons.insert(dragon);
  }
  if (!dragons.empty()) to.bytes(field, bytes_of(dragons));
}

std::int32_t number_of(dragondice::Pick pick) {
  if (pick == dragondice::kSaves) return kPickSaves;
  return pick == dragondice::kDone ? kPickDone : pick.number;
}

}  // namespace

std::optional<dragondice::Action> Actions::read_action(const pb::GameAction& message) {
  using Act = pb::DragondiceAction;
  const Act& from = message.dragondice();
  if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
  switch (from.action_case()) {
    case Act::kAttackTerrain:
      return dragondice::Action{.kind = dragondice::ActionKind::attack_terrain,
                                .to = {near_number(from.attack_terrain())}};
    case Act::kDesignate:
      return read_kind(dragondice::ActionKind::designate, from.designate());
    case Act::kBreathOrder:
      return dragondice::Action{.kind = dragondice::ActionKind::breath_order,
                                .dragon = near_number(from.breath_order())};
    case Act::kBreathKills:
      return read_kind(dragondice::ActionKind::breath_kills, from.breath_kills());
    case Act::kPromote:
      return read_kind(dragondice::ActionKind::promote, from.promote());
    case Act::kBash:
      return read_kind(dragondice::ActionKind::bash, from.bash());
    case Act::kRegenerate:
      return read_kind(dragondice::ActionKind::regenerate, from.regenerate());
    case Act::kAllocate:
      return read_kind(dragondice::ActionKind::allocate, from.allocate());
    case Act::kHits:
      return read_kind(dragondice::ActionKind::hits, from.hits());
    case Act::kCasualties: {
      dragondice::Action action{.kind = dragondice::ActionKind::casualties};
      if (!read_units(from.casualties(), action.units)) return std::nullopt;
      return action;
    }
    case Act::kRegroup:
      return read_kind(dragondice::ActionKind::regroup, from.regroup());
    case Act::kCall:
      return read_kind(dragondice::ActionKind::call, from.call());
    case Act::ACTION_NOT_SET:
      break;
  }
  return std::nullopt;
}

void Actions::write_action(const dragondice::Action& action, MessageWriter& to) {
  using Act = pb::DragondiceAction;
  switch (action.kind) {
    case dragondice::ActionKind::attack_terrain:
      return to.number(Act::kAttackTerrainFieldNumber, action.to.number);
    case dragondice::ActionKind::designate: {
      const MessageWriter::Nested nested(to, Act::kDesignateFieldNumber);
      to.nonzero(pb::DragondiceDesignate::kDragonFieldNumber, action.dragon);
      return to.nonzero(pb::DragondiceDesignate::kTargetFieldNumber, action.other);
    }
    case dragondice::ActionKind::breath_order:
      return to.number(Act::kBreathOrderFieldNumber, action.dragon);
    case dragondice::ActionKind::breath_kills: {
      const MessageWriter::Nested nested(to, Act::kBreathKillsFieldNumber);
      to.nonzero(pb::DragondiceBreathKills::kDragonFieldNumber, action.dragon);
      return put_units(pb::DragondiceBreathKills::kUnitsFieldNumber, action.units, to);
    }
    case dragondice::ActionKind::promote: {
      const MessageWriter::Nested nested(to, Act::kPromoteFieldNumber);
      to.signed_nonzero(pb::DragondicePromote::kUnitFieldNumber, none_or(action.unit));
      return to.signed_nonzero(pb::DragondicePromote::kWithFieldNumber, none_or(action.other));
    }
    case dragondice::ActionKind::bash: {
      const MessageWriter::Nested nested(to, Act::kBashFieldNumber);
      to.nonzero(pb::DragondiceBash::kUnitFieldNumber, action.unit);
      return to.nonzero(pb::DragondiceBash::kDragonFieldNumber, action.dragon);
    }
    case dragondice::ActionKind::regenerate: {
      const MessageWriter::Nested nested(to, Act::kRegenerateFieldNumber);
      to.nonzero(pb::DragondiceRegenerate::kUnitFieldNumber, action.unit);
      return to.signed_nonzero(pb::DragondiceRegenerate::kPickFieldNumber, number_of(action.pick));
    }
    case dragondice::ActionKind::allocate: {
      const MessageWriter::Nested nested(to, Act::kAllocateFieldNumber);
      to.number(pb::DragondiceAllocate::kPoolFieldNumber, static_cast<int>(action.pool) + 1);
      to.nonzero(pb::DragondiceAllocate::kMeleeFieldNumber, action.melee);
      to.nonzero(pb::DragondiceAllocate::kMissileFieldNumber, action.missile);
      return to.nonzero(pb::DragondiceAllocate::kSaveFieldNumber, action.save);
    }
    case dragondice::ActionKind::hits: {
      const MessageWriter::Nested nested(to, Act::kHitsFieldNumber);
      put_hits(pb::DragondiceHits::kMeleeFieldNumber, action.slay, dragondice::Hit::melee, to);
      return put_hits(pb::DragondiceHits::kMissileFieldNumber, action.slay, dragondice::Hit::missile, to);
    }
    case dragondice::ActionKind::casualties:
      return to.bytes(Act::kCasualtiesFieldNumber, bytes_of(action.units));
    case dragondice::ActionKind::regroup: {
      const MessageWriter::Nested nested(to, Act::kRegroupFieldNumber);
      to.signed_nonzero(pb::DragondiceRegroup::kUnitFieldNumber, none_or(action.unit));
      return to.signed_nonzero(pb::DragondiceRegroup::kToFieldNumber, none_or(action.to.number));
    }
    case dragondice::ActionKind::call: {
      const MessageWriter::Nested nested(to, Act::kCallFieldNumber);
      to.signed_nonzero(pb::DragondiceCall::kDragonFieldNumber, none_or(action.dragon));
      return to.signed_nonzero(pb::DragondiceCall::kToFieldNumber, none_or(action.to.number));
    }
  }
}

}  // namespace wyrmhall::server::dragondice_wire
