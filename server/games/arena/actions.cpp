#include "server/games/arena/actions.h"

#include <algorithm>
#include <cstdint>

#include "server/wire/frames.h"

namespace wyrmhall::server::arena_wire {

namespace pb = wyrmhall::v1;
namespace arena = rules::arena;

static_assert(static_cast<int>(arena::ActionKind::allocate) + 1 == pb::ArenaAction::kAllocateFieldNumber);
static_assert(static_cast<int>(arena::ActionKind::trigger) + 1 == pb::ArenaAction::kTriggerFieldNumber);

std::optional<arena::Action> Actions::read_action(const pb::GameAction& message) {
  const pb::ArenaAction& from = message.arena();
  if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
  const auto small = [](std::uint32_t value) { return static_cast<std::uint8_t>(std::min(value, 254U)); };
  arena::Action action;
  switch (from.action_case()) {
    case pb::ArenaAction::kAllocate:
      if (from.allocate().size() != action.powers.size()) return std::nullopt;
      std::ranges::transform(from.allocate(), action.powers.begin(),
                             [](char power) { return static_cast<std::uint8_t>(power); });
      action.kind = arena::ActionKind::allocate;
      return action;
    case pb::ArenaAction::kPair:
      return arena::Action{.kind = arena::ActionKind::pair, .power = small(from.pair())};
    case pb::ArenaAction::kPlace:
      if (has_own_unknown_fields(from.place())) return std::nullopt;
      return arena::Action{.kind = arena::ActionKind::place,
                           .square = small(from.place().square()),
                           .power = small(from.place().power())};
    case pb::ArenaAction::kEliminate:
      if (has_own_unknown_fields(from.eliminate())) return std::nullopt;
      return arena::Action{.kind = arena::ActionKind::eliminate,
                           .square = small(from.eliminate().from()),
                           .to = small(from.eliminate().to())};
    case pb::ArenaAction::kModify:
      if (has_own_unknown_fields(from.modify())) return std::nullopt;
      return arena::Action{.kind = arena::ActionKind::modify,
                           .square = small(from.modify().square()),
                           .power = small(from.modify().power())};
    case pb::ArenaAction::kTrigger:
      if (has_own_unknown_fields(from.trigger())) return std::nullopt;
      action = {.kind = arena::ActionKind::trigger, .square = small(from.trigger().target())};
      if (from.trigger().has_to()) action.to = small(from.trigger().to());
      return action;
    case pb::ArenaAction::ACTION_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

void Actions::write_action(const arena::Action& action, MessageWriter& to) {
  using Act = pb::ArenaAction;
  switch (action.kind) {
    case arena::ActionKind::allocate:
      return to.bytes(Act::kAllocateFieldNumber, action.powers);
    case arena::ActionKind::pair:
      return to.number(Act::kPairFieldNumber, action.power);
    case arena::ActionKind::place: {
      const MessageWriter::Nested place(to, Act::kPlaceFieldNumber);
      to.nonzero(pb::ArenaPlace::kPowerFieldNumber, action.power);
      return to.nonzero(pb::ArenaPlace::kSquareFieldNumber, action.square);
    }
    case arena::ActionKind::eliminate: {
      const MessageWriter::Nested eliminate(to, Act::kEliminateFieldNumber);
      to.nonzero(pb::ArenaEliminate::kFromFieldNumber, action.square);
      return to.nonzero(pb::ArenaEliminate::kToFieldNumber, action.to);
    }
    case arena::ActionKind::modify: {
      const MessageWriter::Nested modify(to, Act::kModifyFieldNumber);
      to.nonzero(pb::ArenaModify::kSquareFieldNumber, action.square);
      return to.nonzero(pb::ArenaModify::kPowerFieldNumber, action.power);
    }
    case arena::ActionKind::trigger: {
      const MessageWriter::Nested trigger(to, Act::kTriggerFieldNumber);
      to.nonzero(pb::ArenaTrigger::kTargetFieldNumber, action.square);
      if (action.to != arena::kNowhere) to.number(pb::ArenaTrigger::kToFieldNumber, action.to);
      return;
    }
  }
}

}  // namespace wyrmhall::server::arena_wire
