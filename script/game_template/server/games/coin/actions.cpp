#include "server/games/coin/actions.h"

#include "server/wire/frames.h"

namespace wyrmhall::server::coin_wire {

namespace pb = wyrmhall::v1;
namespace coin = rules::coin;

std::optional<coin::Action> Actions::read_action(const pb::GameAction& message) {
  const pb::CoinAction& from = message.coin();
  if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
  if (from.call() == pb::COIN_FACE_HEADS) return coin::Action{.call = coin::Face::heads};
  if (from.call() == pb::COIN_FACE_TAILS) return coin::Action{.call = coin::Face::tails};
  return std::nullopt;
}

// On the wire the faces count from 1.
void Actions::write_action(const coin::Action& action, MessageWriter& to) {
  to.number(pb::CoinAction::kCallFieldNumber, static_cast<int>(action.call) + 1);
}

}  // namespace wyrmhall::server::coin_wire
