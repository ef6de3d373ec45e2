#include "server/games/duel/actions.h"

#include <algorithm>
#include <cstdint>

#include "server/wire/frames.h"

namespace wyrmhall::server::duel_wire {

namespace pb = wyrmhall::v1;
namespace duel = rules::duel;

std::optional<duel::Action> Actions::read_action(const pb::GameAction& message) {
  const pb::DuelAction& from = message.duel();
  if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
  const auto small = [](std::uint32_t value) { return static_cast<std::uint8_t>(std::min(value, 255U)); };
  switch (from.action_case()) {
    case pb::DuelAction::kDragon:
      return duel::Action{.kind = duel::ActionKind::dragon, .target = 0, .dragon = small(from.dragon())};
    case pb::DuelAction::kClaw:
      return duel::Action{.kind = duel::ActionKind::claw, .target = small(from.claw()), .dragon = 0};
    case pb::DuelAction::kTailWhip:
      return duel::Action{.kind = duel::ActionKind::tail, .target = small(from.tail_whip()), .dragon = 0};
    case pb::DuelAction::kBreath:
      return duel::Action{.kind = duel::ActionKind::fire, .target = small(from.breath()), .dragon = 0};
    case pb::DuelAction::kWait:
      return duel::Action{.kind = duel::ActionKind::wait, .target = 0, .dragon = 0};
    case pb::DuelAction::ACTION_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

void Actions::write_action(const duel::Action& action, MessageWriter& to) {
  switch (action.kind) {
    case duel::ActionKind::dragon:
      return to.number(pb::DuelAction::kDragonFieldNumber, action.dragon);
    case duel::ActionKind::claw:
      return to.number(pb::DuelAction::kClawFieldNumber, action.target);
    case duel::ActionKind::tail:
      return to.number(pb::DuelAction::kTailWhipFieldNumber, action.target);
    case duel::ActionKind::fire:
      return to.number(pb::DuelAction::kBreathFieldNumber, action.target);
    case duel::ActionKind::wait:
      return to.number(pb::DuelAction::kWaitFieldNumber, true);
  }
}

}  // namespace wyrmhall::server::duel_wire
