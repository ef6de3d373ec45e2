#include "server/games/hunt_sentences.h"

#include <algorithm>
#include <limits>
#include <span>

#include "rules/hunt/fault.h"
#include "rules/hunt/legal.h"
#include "rules/hunt/options.h"
#include "rules/hunt/turn.h"
#include "server/games/hunt_view.h"
#include "server/games/option_fields.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/hunt_sentence.pb.h"

namespace wyrmhall::server {
namespace {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;
using hunt::ActionKind;

void say_phrase(MessageWriter& to, pb::HuntPhrase phrase, auto... arguments) {
  to.number(pb::Sentence::kHuntFieldNumber, phrase);
  const MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
  (list.add_signed(static_cast<std::int32_t>(arguments)), ...);
}

// More gold than an argument holds is shown as the most that it does.
std::int32_t shown_gold(const hunt::Hero& hero) {
  constexpr std::uint32_t kMax = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::min(hero.gold, kMax));
}

// --- Skills ---

pb::HuntPhrase phrase_of(hunt::Skill skill) {
  switch (hunt::data_of(skill).kind) {
    case hunt::SkillKind::attack:
      return pb::HUNT_PHRASE_ATTACK;
    case hunt::SkillKind::heal:
      return pb::HUNT_PHRASE_HEAL;
    case hunt::SkillKind::drain:
      return pb::HUNT_PHRASE_DRAIN;
    case hunt::SkillKind::stance:
    case hunt::SkillKind::shield:
      return pb::HUNT_PHRASE_STANCE;
    case hunt::SkillKind::blessing:
      return pb::HUNT_PHRASE_BLESS;
    case hunt::SkillKind::pin:
      return pb::HUNT_PHRASE_PIN;
    case hunt::SkillKind::ally:
      break;
  }
  return pb::HUNT_PHRASE_ALLY;
}

// What the skill would come to for the hero whose turn it is.
void say_skill(const hunt::State& state, hunt::Skill skill, MessageWriter& to) {
  const hunt::Hero& hero = hunt::acting(state);
  const pb::HuntPhrase phrase = phrase_of(skill);
  const std::uint32_t number = hunt_number(skill);
  const int value = hunt::data_of(skill).value;
  const int healing = value + hunt::improvement(hero, skill, hunt::Part::heal);
  switch (phrase) {
    case pb::HUNT_PHRASE_ATTACK:
      return say_phrase(to, phrase, number, hunt::damage_of(state, hero, skill));
    case pb::HUNT_PHRASE_HEAL:
      return say_phrase(to, phrase, number, healing);
    case pb::HUNT_PHRASE_DRAIN:
      return say_phrase(to, phrase, number, hunt::damage_of(state, hero, skill), healing);
    case pb::HUNT_PHRASE_STANCE:
      return say_phrase(to, phrase, number, value);
    default:
      return say_phrase(to, phrase, number);
  }
}

void place_skill(hunt::Skill skill, PlaceWriter& on) {
  on.thing(pb::HuntView::kSkillsFieldNumber, hunt_number(skill));
}
void place_item(hunt::Item item, PlaceWriter& on) {
  on.thing(pb::HuntView::kItemsFieldNumber, hunt_number(item));
}
void place_hero(std::uint8_t hero, PlaceWriter& on) {
  on.thing(pb::HuntView::kSheetsFieldNumber, hero);
}

// --- Choices ---

pb::HuntPhrase phrase_of(const hunt::State& state, const hunt::Action& action) {
  switch (action.kind) {
    case ActionKind::roll:
      if (action.yes) return pb::HUNT_PHRASE_ROLL_BLESSED;
      if (state.turn->rolls > 0) return pb::HUNT_PHRASE_ROLL_AGAIN;
      return action.dice.contains(0) ? pb::HUNT_PHRASE_ROLL_ALL : pb::HUNT_PHRASE_ROLL_WITH_ASSIST;
    case ActionKind::item:
      if (!action.dice.empty()) return pb::HUNT_PHRASE_REROLL_WITH;
      return action.place < 0 ? pb::HUNT_PHRASE_PUT_ON : pb::HUNT_PHRASE_HEAL_WITH;
    case ActionKind::skill:
    case ActionKind::general:
      return phrase_of(action.skill);
    case ActionKind::fail:
      return action.cover ? pb::HUNT_PHRASE_FAIL : pb::HUNT_PHRASE_FAIL_ONLY;
    case ActionKind::assist:
      return action.place < 0 ? pb::HUNT_PHRASE_NO_ASSIST : pb::HUNT_PHRASE_ASSIST;
    case ActionKind::flee:
      return action.yes ? pb::HUNT_PHRASE_FLEE : pb::HUNT_PHRASE_STAY;
    case ActionKind::replace:
      return action.yes ? pb::HUNT_PHRASE_STEP_IN : pb::HUNT_PHRASE_STEP_BACK;
    case ActionKind::resurrect:
      return pb::HUNT_PHRASE_RESURRECT;
    case ActionKind::buy:
      return pb::HUNT_PHRASE_BUY;
    case ActionKind::give:
      return pb::HUNT_PHRASE_GIVE;
    case ActionKind::improve:
      return pb::HUNT_PHRASE_IMPROVE;
    case ActionKind::learn:
      return pb::HUNT_PHRASE_LEARN;
    case ActionKind::group:
      return pb::HUNT_PHRASE_GROUP;
    case ActionKind::ready:
      break;
  }
  return pb::HUNT_PHRASE_READY;
}

// --- Forms ---

bool is_activation(const rules::Form& form) {
  return form.number >= hunt::kGeneralForm && form.number < hunt::kBuyForm;
}
hunt::Skill skill_of(const rules::Form& form) {
  const bool general = form.number < hunt::kSkillForm;
  const unsigned first = general ? hunt::kGeneralForm : hunt::kSkillForm;
  const std::size_t skill = (form.number - first) / hunt::kItemSets;
  return static_cast<hunt::Skill>(skill + (general ? hunt::index(hunt::Skill::jab) : 0));
}
hunt::Places items_of(const rules::Form& form) {
  return hunt::Places::from_bits(form.number % hunt::kItemSets);
}
static_assert(hunt::kGeneralForm % hunt::kItemSets == 0 && hunt::kSkillForm % hunt::kItemSets == 0);

std::uint8_t buyer_of(const rules::Form& form) {
  return static_cast<std::uint8_t>(form.number - hunt::kBuyForm);
}
std::uint8_t giver_of(const rules::Form& form) {
  return static_cast<std::uint8_t>(form.number - hunt::kGiveForm);
}
const hunt::HeroItem& reroll_of(const hunt::State& state, const rules::Form& form) {
  return hunt::acting(state).items[static_cast<std::size_t>(form.number - hunt::kRerollForm)];
}

// The phrase of a form, which is its group as well.
pb::HuntPhrase phrase_of(const rules::Form& form) {
  if (form.number == hunt::kRollForm) return pb::HUNT_PHRASE_ROLL_AGAIN;
  if (form.number == hunt::kBlessingForm) return pb::HUNT_PHRASE_ROLL_BLESSED;
  if (is_hunt_roll(form)) return pb::HUNT_PHRASE_REROLL_WITH;
  if (is_activation(form)) return phrase_of(skill_of(form));
  if (form.number == hunt::kResurrectForm) return pb::HUNT_PHRASE_RESURRECT;
  return form.number < hunt::kGiveForm ? pb::HUNT_PHRASE_BUY : pb::HUNT_PHRASE_GIVE;
}

// What a part of an activation is about.
pb::HuntPhrase part_of_activation(const rules::Form& form, std::size_t part) {
  if (part == 0) return pb::HUNT_PHRASE_PART_DICE;
  const bool targets = part == 1 && hunt::data_of(skill_of(form)).targets > 0;
  return targets ? pb::HUNT_PHRASE_PART_TARGETS : pb::HUNT_PHRASE_PART_COVER;
}

pb::HuntPhrase phrase_of_part(const rules::Form& form, std::size_t part) {
  if (is_hunt_roll(form)) return pb::HUNT_PHRASE_PART_DIE;
  if (is_activation(form)) return part_of_activation(form, part);
  if (form.number == hunt::kResurrectForm) return part == 0 ? pb::HUNT_PHRASE_PART_WHO : pb::HUNT_PHRASE_PART_PAYER;
  if (part == 0) return pb::HUNT_PHRASE_PART_ITEM;
  return form.number < hunt::kGiveForm ? pb::HUNT_PHRASE_PART_DROP : pb::HUNT_PHRASE_PART_TO;
}

void say_set(MessageWriter& to, pb::HuntPhrase phrase, unsigned bits) {
  to.number(pb::Sentence::kHuntFieldNumber, phrase);
  const MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
  for (const unsigned place : hunt::Places::from_bits(bits).each()) list.add_signed(static_cast<std::int32_t>(place));
}

void say_pack_item(MessageWriter& to, const hunt::Hero& hero, unsigned slot) {
  say_phrase(to, pb::HUNT_PHRASE_ITEM_IN_SLOT, hunt_number(hero.items[slot].id), slot);
}

// --- Faults ---

// Whether the first argument is an enumerator, which counts from 1 on the wire.
bool names_enumerator(hunt::Reason reason) {
  using enum hunt::Reason;
  switch (reason) {
    case class_twice:
    case dragon_twice:
    case no_such_act:
    case wrong_phase:
    case stray_field:
    case not_played_so:
    case item_active:
    case needs_target:
    case has_no_target:
    case has_no_dice:
    case not_own_skill:
    case not_general:
    case is_general:
    case skill_covered:
    case skill_open:
    case not_a_symbol:
    case wrong_dice:
    case no_own_dragon:
    case wrong_targets:
    case cover_not_own:
    case cover_covered:
    case not_in_stock:
    case not_improvable:
    case improved_already:
    case wrong_part:
    case known_already:
    case not_learnable:
      return true;
    default:
      return false;
  }
}

// The same of the second one.
bool names_enumerator_second(hunt::Reason reason) {
  using enum hunt::Reason;
  return reason == skill_twice || reason == skill_is_general || reason == skill_not_starting ||
         reason == improved_wrongly || reason == wrong_phase || reason == no_such_choice;
}

}  // namespace

void say_hunt_choice(const hunt::State& state, const hunt::Action& action, MessageWriter& to) {
  const pb::HuntPhrase phrase = phrase_of(state, action);
  const auto say = [&](auto... arguments) { say_phrase(to, phrase, arguments...); };
  const auto item = [&] { return hunt::acting(state).items[action.slot].id; };
  switch (phrase) {
    case pb::HUNT_PHRASE_ROLL_WITH_ASSIST:
      return say(hunt_number(state.turn->kept));
    case pb::HUNT_PHRASE_HEAL_WITH:
      return say(hunt_number(item()), action.place, hunt::data_of(item()).value);
    case pb::HUNT_PHRASE_PUT_ON:
      return say(hunt_number(item()));
    case pb::HUNT_PHRASE_FAIL:
      return say(hunt_number(action.cover));
    case pb::HUNT_PHRASE_ASSIST:
      return say(action.place, hunt_number(state.turn->dice[static_cast<std::size_t>(action.place)]));
    case pb::HUNT_PHRASE_STEP_IN:
    case pb::HUNT_PHRASE_STEP_BACK:
      return say(hunt::hero_asked(state), state.replace[0]);
    case pb::HUNT_PHRASE_IMPROVE:
      return say(action.hero, hunt_number(action.skill), hunt_number(action.part));
    case pb::HUNT_PHRASE_LEARN:
      return say(action.hero, hunt_number(action.skill));
    case pb::HUNT_PHRASE_GROUP:
      return say(action.hero, action.other);
    default:
      return say();
  }
}

void place_hunt_choice(const hunt::State& state, const hunt::Action& action, PlaceWriter& on) {
  const pb::HuntPhrase phrase = action.kind == ActionKind::skill ? pb::HUNT_PHRASE_ATTACK : phrase_of(state, action);
  switch (action.kind) {
    case ActionKind::item:
      place_item(hunt::acting(state).items[action.slot].id, on);
      if (action.place >= 0) place_hero(static_cast<std::uint8_t>(action.place), on);
      break;
    case ActionKind::skill:
      place_skill(action.skill, on);
      break;
    case ActionKind::fail:
      if (action.cover) place_skill(*action.cover, on);
      break;
    case ActionKind::assist:
      if (action.place < 0) break;
      on.thing(pb::HuntView::kDiceFieldNumber, static_cast<std::uint32_t>(action.place));
      break;
    case ActionKind::replace:
      place_hero(hunt::hero_asked(state), on);
      on.thing(pb::HuntView::kDragonsFieldNumber, state.replace[0]);
      break;
    case ActionKind::buy:
      place_item(action.item, on);
      break;
    case ActionKind::improve:
    case ActionKind::learn:
      place_hero(action.hero, on);
      place_skill(action.skill, on);
      break;
    case ActionKind::group:
      place_hero(action.hero, on);
      break;
    default:
      break;
  }
  on.group(phrase);
}

bool is_hunt_roll(const rules::Form& form) {
  return form.number < hunt::kGeneralForm;
}

void say_hunt_form(const hunt::State& state, const rules::Form& form, MessageWriter& to) {
  if (is_activation(form)) return say_skill(state, skill_of(form), to);
  const pb::HuntPhrase phrase = phrase_of(form);
  switch (phrase) {
    case pb::HUNT_PHRASE_ROLL_AGAIN:
      return say_phrase(to, phrase, state.turn->rolls + 1);
    case pb::HUNT_PHRASE_ROLL_BLESSED:
      return say_phrase(to, phrase, hunt::acting(state).blessed);
    case pb::HUNT_PHRASE_REROLL_WITH: {
      const hunt::Item item = reroll_of(state, form).id;
      return say_phrase(to, phrase, hunt_number(item), hunt::data_of(item).value);
    }
    case pb::HUNT_PHRASE_BUY:
      return say_phrase(to, phrase, buyer_of(form), shown_gold(state.heroes[buyer_of(form)]));
    case pb::HUNT_PHRASE_GIVE:
      return say_phrase(to, phrase, giver_of(form));
    default:
      return say_phrase(to, phrase, hunt::kResurrectionGold);
  }
}

void place_hunt_form(const hunt::State& state, const rules::Form& form, PlaceWriter& on) {
  const pb::HuntPhrase phrase = phrase_of(form);
  if (is_activation(form)) {
    place_skill(skill_of(form), on);
    for (const unsigned slot : items_of(form).each()) place_item(hunt::acting(state).items[slot].id, on);
  } else if (phrase == pb::HUNT_PHRASE_REROLL_WITH) {
    place_item(reroll_of(state, form).id, on);
  } else if (phrase == pb::HUNT_PHRASE_BUY) {
    place_hero(buyer_of(form), on);
  } else if (phrase == pb::HUNT_PHRASE_GIVE) {
    place_hero(giver_of(form), on);
  }
  on.group(phrase);
}

void say_hunt_part(const hunt::State& state, const rules::Form& form, std::size_t part, MessageWriter& to) {
  const pb::HuntPhrase phrase = phrase_of_part(form, part);
  if (phrase == pb::HUNT_PHRASE_PART_DIE) {
    const hunt::Turn& turn = *state.turn;
    return say_phrase(to, phrase, part, part < turn.dice.size() ? hunt_number(turn.dice[part]) : 0);
  }
  if (phrase == pb::HUNT_PHRASE_PART_TARGETS) return say_phrase(to, phrase, hunt::targets_of(state, skill_of(form)));
  say_phrase(to, phrase);
}

void place_hunt_part(const rules::Form& form, std::size_t part, PlaceWriter& on) {
  if (is_hunt_roll(form)) on.thing(pb::HuntView::kDiceFieldNumber, static_cast<std::uint32_t>(part));
}

void say_hunt_value(const hunt::State& state, const rules::Form& form, std::size_t part, std::uint8_t value,
                    MessageWriter& to) {
  switch (phrase_of_part(form, part)) {
    case pb::HUNT_PHRASE_PART_DICE:
      return say_set(to, pb::HUNT_PHRASE_DICE, value);
    case pb::HUNT_PHRASE_PART_TARGETS:
      return say_set(to, pb::HUNT_PHRASE_HEROES, value);
    case pb::HUNT_PHRASE_PART_COVER:
      return value == 0 ? say_phrase(to, pb::HUNT_PHRASE_NO_SKILL) : say_phrase(to, pb::HUNT_PHRASE_SKILL, value);
    case pb::HUNT_PHRASE_PART_ITEM:
      if (form.number >= hunt::kGiveForm) return say_pack_item(to, state.heroes[giver_of(form)], value);
      return say_phrase(to, pb::HUNT_PHRASE_ITEM, value, hunt::kItems[value - 1U].price);
    case pb::HUNT_PHRASE_PART_DROP:
      if (value == 0) return say_phrase(to, pb::HUNT_PHRASE_NOTHING);
      return say_pack_item(to, state.heroes[buyer_of(form)], value - 1U);
    default:
      return say_phrase(to, pb::HUNT_PHRASE_HERO, value);
  }
}

std::int32_t hunt_argument(const rules::Fault& fault, std::size_t i) {
  using enum hunt::Reason;
  const auto reason = static_cast<hunt::Reason>(fault.reason);
  const std::int32_t argument = fault.arguments[i];
  if (i == 0 && (reason == option_range || reason == option_length)) {
    return option_field<hunt::Options>(*pb::HuntOptions::descriptor(), static_cast<std::size_t>(argument)).number();
  }
  if (i == 0 && (reason == hero_field_range || reason == hero_field_length)) {
    const auto field = static_cast<std::size_t>(argument);
    return option_field<hunt::HeroOption>(*pb::HuntHeroOption::descriptor(), field).number();
  }
  const bool enumerator = (i == 0 && names_enumerator(reason)) || (i == 1 && names_enumerator_second(reason));
  return enumerator ? argument + 1 : argument;
}

}  // namespace wyrmhall::server
