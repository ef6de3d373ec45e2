#include "server/games/hunt/actions.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "server/games/hunt/view.h"
#include "server/wire/frames.h"

namespace wyrmhall::server::hunt_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;
using hunt::ActionKind;

// --- Reading ---

// Numbers that are far out of range stay so.
std::uint8_t small_number(std::uint32_t value) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(value, std::numeric_limits<std::uint8_t>::max()));
}
std::int16_t small_signed(std::int32_t value) {
  using Limits = std::numeric_limits<std::int16_t>;
  return static_cast<std::int16_t>(std::clamp<std::int32_t>(value, Limits::min(), Limits::max()));
}

// Puts the value of a field into an action, and says whether there is such a value.
bool read_set(std::string_view bytes, hunt::Places& places) {
  unsigned least = 0;
  for (const char byte : bytes) {
    const auto place = static_cast<unsigned char>(byte);
    if (place < least || place >= hunt::Places::kMaxPlaces) return false;
    places.insert(place);
    least = place + 1U;
  }
  return true;
}
bool read_skill(int number, hunt::Skill& skill) {
  skill = static_cast<hunt::Skill>(number - 1);
  return number != pb::HUNT_SKILL_UNSPECIFIED && pb::HuntSkill_IsValid(number);
}
bool read_cover(int number, std::optional<hunt::Skill>& cover) {
  return number == pb::HUNT_SKILL_UNSPECIFIED || read_skill(number, cover.emplace());
}
bool read_item_id(int number, hunt::Item& item) {
  item = static_cast<hunt::Item>(number - 1);
  return number != pb::HUNT_ITEM_UNSPECIFIED && pb::HuntItem_IsValid(number);
}
bool read_part(int number, hunt::Part& part) {
  part = static_cast<hunt::Part>(number - 1);
  return number != pb::HUNT_PART_UNSPECIFIED && pb::HuntPart_IsValid(number);
}

// What a decision says beside its kind.
bool read_fields(const pb::HuntRoll& from, hunt::Action& action) {
  action.yes = from.blessing();
  return read_set(from.dice(), action.dice);
}
bool read_fields(const pb::HuntItemUse& from, hunt::Action& action) {
  action.slot = small_number(from.slot());
  action.place = small_signed(from.target());
  return read_set(from.dice(), action.dice);
}
bool read_fields(const pb::HuntActivate& from, hunt::Action& action) {
  return read_skill(from.skill(), action.skill) && read_set(from.dice(), action.dice) &&
         read_set(from.targets(), action.targets) && read_set(from.items(), action.items) &&
         read_cover(from.cover(), action.cover);
}
bool read_fields(const pb::HuntResurrect& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  action.other = small_number(from.payer());
  return true;
}
bool read_fields(const pb::HuntBuy& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  action.place = small_signed(from.drop());
  return read_item_id(from.item(), action.item);
}
bool read_fields(const pb::HuntGive& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  action.slot = small_number(from.slot());
  action.other = small_number(from.to());
  return true;
}
bool read_fields(const pb::HuntImprove& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  return read_skill(from.skill(), action.skill) && read_part(from.part(), action.part);
}
bool read_fields(const pb::HuntLearn& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  return read_skill(from.skill(), action.skill);
}
bool read_fields(const pb::HuntChangeGroup& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  action.other = small_number(from.group());
  return true;
}
bool read_fields(const pb::HuntShare& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  action.other = small_number(from.to());
  return true;
}
bool read_fields(const pb::HuntSwap& from, hunt::Action& action) {
  action.hero = small_number(from.hero());
  action.other = small_number(from.back());
  if (from.newcomer() == pb::HUNT_CLASS_UNSPECIFIED) return true;
  action.newcomer = static_cast<hunt::Class>(from.newcomer() - 1);
  return pb::HuntClass_IsValid(from.newcomer());
}
bool read_fields(const pb::HuntReady& /*from*/, hunt::Action& /*action*/) {
  return true;
}

template <class Message>
std::optional<hunt::Action> read_kind(ActionKind kind, const Message& from) {
  hunt::Action action{.kind = kind};
  if (has_own_unknown_fields(from) || !read_fields(from, action)) return std::nullopt;
  return action;
}

// --- Writing: what is zero is left out ---

void put_set(int field, hunt::Places places, MessageWriter& to) {
  if (!places.empty()) to.bytes(field, bytes_of(places));
}

void put_activation(const hunt::Action& action, MessageWriter& to) {
  to.number(pb::HuntActivate::kSkillFieldNumber, from_one(action.skill));
  put_set(pb::HuntActivate::kDiceFieldNumber, action.dice, to);
  put_set(pb::HuntActivate::kTargetsFieldNumber, action.targets, to);
  put_set(pb::HuntActivate::kItemsFieldNumber, action.items, to);
  to.nonzero(pb::HuntActivate::kCoverFieldNumber, from_one(action.cover));
}

// A decision that is a message of its own.
void put_message(const hunt::Action& action, MessageWriter& to) {
  const MessageWriter::Nested nested(to, static_cast<int>(action.kind) + 1);
  switch (action.kind) {
    case ActionKind::roll:
      put_set(pb::HuntRoll::kDiceFieldNumber, action.dice, to);
      return to.nonzero(pb::HuntRoll::kBlessingFieldNumber, action.yes);
    case ActionKind::item:
      to.nonzero(pb::HuntItemUse::kSlotFieldNumber, action.slot);
      to.signed_nonzero(pb::HuntItemUse::kTargetFieldNumber, action.place);
      return put_set(pb::HuntItemUse::kDiceFieldNumber, action.dice, to);
    case ActionKind::skill:
    case ActionKind::general:
      return put_activation(action, to);
    case ActionKind::resurrect:
      to.nonzero(pb::HuntResurrect::kHeroFieldNumber, action.hero);
      return to.nonzero(pb::HuntResurrect::kPayerFieldNumber, action.other);
    case ActionKind::buy:
      to.nonzero(pb::HuntBuy::kHeroFieldNumber, action.hero);
      to.number(pb::HuntBuy::kItemFieldNumber, from_one(action.item));
      return to.signed_nonzero(pb::HuntBuy::kDropFieldNumber, action.place);
    case ActionKind::give:
      to.nonzero(pb::HuntGive::kHeroFieldNumber, action.hero);
      to.nonzero(pb::HuntGive::kSlotFieldNumber, action.slot);
      return to.nonzero(pb::HuntGive::kToFieldNumber, action.other);
    case ActionKind::improve:
      to.nonzero(pb::HuntImprove::kHeroFieldNumber, action.hero);
      to.number(pb::HuntImprove::kSkillFieldNumber, from_one(action.skill));
      return to.number(pb::HuntImprove::kPartFieldNumber, from_one(action.part));
    case ActionKind::learn:
      to.nonzero(pb::HuntLearn::kHeroFieldNumber, action.hero);
      return to.number(pb::HuntLearn::kSkillFieldNumber, from_one(action.skill));
    case ActionKind::group:
      to.nonzero(pb::HuntChangeGroup::kHeroFieldNumber, action.hero);
      return to.nonzero(pb::HuntChangeGroup::kGroupFieldNumber, action.other);
    case ActionKind::share:
      to.nonzero(pb::HuntShare::kHeroFieldNumber, action.hero);
      return to.nonzero(pb::HuntShare::kToFieldNumber, action.other);
    case ActionKind::swap:
      to.nonzero(pb::HuntSwap::kHeroFieldNumber, action.hero);
      to.nonzero(pb::HuntSwap::kNewcomerFieldNumber, from_one(action.newcomer));
      return to.nonzero(pb::HuntSwap::kBackFieldNumber, action.other);
    default:
      return;
  }
}

static_assert(static_cast<int>(ActionKind::roll) + 1 == pb::HuntAction::kRollFieldNumber);
static_assert(static_cast<int>(ActionKind::resurrect) + 1 == pb::HuntAction::kResurrectFieldNumber);
static_assert(static_cast<int>(ActionKind::swap) + 1 == pb::HuntAction::kSwapFieldNumber);

}  // namespace

std::optional<hunt::Action> Actions::read_action(const pb::GameAction& message) {
  const pb::HuntAction& from = message.hunt();
  if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
  hunt::Action action;
  switch (from.action_case()) {
    case pb::HuntAction::kRoll:
      return read_kind(ActionKind::roll, from.roll());
    case pb::HuntAction::kItem:
      return read_kind(ActionKind::item, from.item());
    case pb::HuntAction::kSkill:
      return read_kind(ActionKind::skill, from.skill());
    case pb::HuntAction::kGeneral:
      return read_kind(ActionKind::general, from.general());
    case pb::HuntAction::kFail:
      action.kind = ActionKind::fail;
      return read_cover(from.fail(), action.cover) ? std::optional(action) : std::nullopt;
    case pb::HuntAction::kAssist:
      return hunt::Action{.kind = ActionKind::assist, .place = small_signed(from.assist())};
    case pb::HuntAction::kFlee:
      return hunt::Action{.kind = ActionKind::flee, .yes = from.flee()};
    case pb::HuntAction::kReplace:
      return hunt::Action{.kind = ActionKind::replace, .yes = from.replace()};
    case pb::HuntAction::kResurrect:
      return read_kind(ActionKind::resurrect, from.resurrect());
    case pb::HuntAction::kBuy:
      return read_kind(ActionKind::buy, from.buy());
    case pb::HuntAction::kGive:
      return read_kind(ActionKind::give, from.give());
    case pb::HuntAction::kImprove:
      return read_kind(ActionKind::improve, from.improve());
    case pb::HuntAction::kLearn:
      return read_kind(ActionKind::learn, from.learn());
    case pb::HuntAction::kGroup:
      return read_kind(ActionKind::group, from.group());
    case pb::HuntAction::kReady:
      return read_kind(ActionKind::ready, from.ready());
    case pb::HuntAction::kShare:
      return read_kind(ActionKind::share, from.share());
    case pb::HuntAction::kSwap:
      return read_kind(ActionKind::swap, from.swap());
    case pb::HuntAction::ACTION_NOT_SET:
      break;
  }
  return std::nullopt;
}

void Actions::write_action(const hunt::Action& action, MessageWriter& to) {
  switch (action.kind) {
    case ActionKind::fail:
      return to.number(pb::HuntAction::kFailFieldNumber, from_one(action.cover));
    case ActionKind::assist:
      return to.signed_number(pb::HuntAction::kAssistFieldNumber, action.place);
    case ActionKind::flee:
      return to.number(pb::HuntAction::kFleeFieldNumber, action.yes);
    case ActionKind::replace:
      return to.number(pb::HuntAction::kReplaceFieldNumber, action.yes);
    default:
      return put_message(action, to);
  }
}

}  // namespace wyrmhall::server::hunt_wire
