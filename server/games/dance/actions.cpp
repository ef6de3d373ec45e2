#include "server/games/dance/actions.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "server/games/dance/view.h"
#include "server/wire/frames.h"

namespace wyrmhall::server::dance_wire {

namespace pb = wyrmhall::v1;
namespace dance = rules::dance;

namespace {

static_assert(static_cast<int>(dance::ActionKind::die) + 1 == pb::DanceAction::kDieFieldNumber);
static_assert(static_cast<int>(dance::ActionKind::take_back) + 1 == pb::DanceAction::kTakeBackFieldNumber);

// -1 is no card. A number that fits in no byte becomes the highest number, which is no card either.
dance::Card card_of(std::int64_t number) {
  if (number == -1) return dance::Card::none;
  constexpr std::int64_t kMaxByte = std::numeric_limits<std::uint8_t>::max();
  const bool fits = number >= 0 && number < kMaxByte && number != rules::number_of(dance::Card::none);
  return static_cast<dance::Card>(fits ? number : kMaxByte);
}
std::int8_t slot_of(std::int32_t number) {
  using Slot = std::numeric_limits<std::int8_t>;
  return static_cast<std::int8_t>(std::clamp<std::int32_t>(number, Slot::min(), Slot::max()));
}

}  // namespace

std::optional<dance::Action> Actions::read_action(const pb::GameAction& message) {
  const pb::DanceAction& from = message.dance();
  if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
  switch (from.action_case()) {
    case pb::DanceAction::kDie:
      return dance::Action{.kind = dance::ActionKind::die, .die = slot_of(from.die())};
    case pb::DanceAction::kCard:
      return dance::Action{.kind = dance::ActionKind::card, .card = card_of(from.card())};
    case pb::DanceAction::kCombo:
      if (has_own_unknown_fields(from.combo())) return std::nullopt;
      return dance::Action{
          .kind = dance::ActionKind::combo, .card = card_of(from.combo().card()), .die = slot_of(from.combo().die())};
    case pb::DanceAction::kTakeBack:
      return dance::Action{.kind = dance::ActionKind::take_back, .card = card_of(from.take_back())};
    case pb::DanceAction::ACTION_NOT_SET:
      break;
  }
  return std::nullopt;
}

void Actions::write_action(const dance::Action& action, MessageWriter& to) {
  using Act = pb::DanceAction;
  switch (action.kind) {
    case dance::ActionKind::die:
      return to.signed_number(Act::kDieFieldNumber, action.die);
    case dance::ActionKind::card:
      return to.number(Act::kCardFieldNumber, action.card);
    case dance::ActionKind::combo: {
      const MessageWriter::Nested combo(to, Act::kComboFieldNumber);
      to.signed_nonzero(pb::DanceFollowUp::kCardFieldNumber, or_none(action.card));
      return to.signed_nonzero(pb::DanceFollowUp::kDieFieldNumber, action.die);
    }
    case dance::ActionKind::take_back:
      return to.signed_number(Act::kTakeBackFieldNumber, or_none(action.card));
  }
}

}  // namespace wyrmhall::server::dance_wire
