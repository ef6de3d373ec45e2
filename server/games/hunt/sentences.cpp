#include "server/games/hunt/sentences.h"

#include <algorithm>
#include <limits>
#include <span>

#include "rules/hunt/fault.h"
#include "rules/hunt/legal.h"
#include "rules/hunt/options.h"
#include "rules/hunt/turn.h"
#include "server/games/hunt/view.h"
#include "server/games/option_fields.h"
#include "server/games/sentence_writer.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/hunt_sentence.pb.h"

namespace wyrmhall::server::hunt_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;
using hunt::ActionKind;

void say_phrase(MessageWriter& to, pb::HuntPhrase phrase, auto... arguments) {
  SentenceWriter(to, pb::Sentence::kHuntFieldNumber, phrase)(arguments...);
}

// More gold than an argument can hold is shown as the most that it can.
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
  const std::uint32_t number = from_one(skill);
  const int value = hunt::value_of(state.options, skill);
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
  on.thing(pb::HuntView::kSkillsFieldNumber, from_one(skill));
}
void place_item(hunt::Item item, PlaceWriter& on) {
  on.thing(pb::HuntView::kItemsFieldNumber, from_one(item));
}
void place_hero(std::uint8_t hero, PlaceWriter& on) {
  on.thing(pb::HuntView::kSheetsFieldNumber, hero);
}

// --- Choices ---

// For a choice that is not a filling of a form.
pb::HuntPhrase phrase_of(const hunt::Action& action, const hunt::State& state) {
  switch (action.kind) {
    case ActionKind::roll:
      // All may be none, where all are locked (X1).
      return action.dice.size() == hunt::length(state.turn->dice) ? pb::HUNT_PHRASE_ROLL_ALL
                                                                  : pb::HUNT_PHRASE_ROLL_WITH_ASSIST;
    case ActionKind::item:
      return pb::HUNT_PHRASE_PUT_ON;
    case ActionKind::skill:
    case ActionKind::general:
      return phrase_of(action.skill);
    case ActionKind::fail:
      return pb::HUNT_PHRASE_FAIL_ONLY;
    case ActionKind::assist:
      return action.place < 0 ? pb::HUNT_PHRASE_NO_ASSIST : pb::HUNT_PHRASE_ASSIST;
    case ActionKind::flee:
      if (state.phase == hunt::Phase::turn) return pb::HUNT_PHRASE_CALL_FLIGHT;
      return action.yes ? pb::HUNT_PHRASE_FLEE : pb::HUNT_PHRASE_STAY;
    case ActionKind::replace:
      if (action.yes) return pb::HUNT_PHRASE_STEP_IN;
      return hunt::is_last_asked(state) ? pb::HUNT_PHRASE_GIVE_UP : pb::HUNT_PHRASE_STEP_BACK;
    case ActionKind::buy:
      return pb::HUNT_PHRASE_BUY;
    default:
      break;
  }
  return pb::HUNT_PHRASE_READY;
}

// --- Forms ---

bool is_in(const rules::Form& form, std::uint8_t first, std::uint8_t end) {
  return form.number >= first && form.number < end;
}
bool is_roll(const rules::Form& form) {
  return is_in(form, hunt::kRollForm, hunt::kHealForm);
}
bool is_general(const rules::Form& form) {
  return is_in(form, hunt::kGeneralForm, hunt::kResurrectForm);
}
bool is_activation(const rules::Form& form) {
  return is_general(form) || is_in(form, hunt::kSkillForm, hunt::kBuyForm);
}
hunt::Skill skill_of(const rules::Form& form) {
  if (is_general(form)) return static_cast<hunt::Skill>(hunt::kOwnSkills + form.number - hunt::kGeneralForm);
  return static_cast<hunt::Skill>(form.number - hunt::kSkillForm);
}

std::uint8_t buyer_of(const rules::Form& form) {
  return static_cast<std::uint8_t>((form.number - hunt::kBuyForm) % hunt::kMaxHeroes);
}
std::uint8_t giver_of(const rules::Form& form) {
  return static_cast<std::uint8_t>(form.number - hunt::kGiveForm);
}
// The item that the form is of, whose first slot has this number.
hunt::Item item_of(const hunt::State& state, const rules::Form& form, std::uint8_t first) {
  return hunt::acting(state).items[static_cast<std::size_t>(form.number - first)].id;
}
// The hero of a choice that a level brings.
std::uint8_t learner_of(const rules::Form& form) {
  if (form.number < hunt::kImproveForm) return static_cast<std::uint8_t>(form.number - hunt::kLearnForm);
  return static_cast<std::uint8_t>((form.number - hunt::kImproveForm) / 2);
}
// The hero that hands a coin on, or rests for another one.
std::uint8_t sharer_of(const rules::Form& form) {
  return static_cast<std::uint8_t>((form.number - hunt::kShareForm) % hunt::kMaxHeroes);
}
hunt::Part part_of(const rules::Form& form) {
  return (form.number - hunt::kImproveForm) % 2 == 0 ? hunt::Part::attack : hunt::Part::heal;
}

// The phrase of a form.
pb::HuntPhrase phrase_of(const rules::Form& form) {
  if (form.number == hunt::kRollForm) return pb::HUNT_PHRASE_ROLL_AGAIN;
  if (form.number == hunt::kBlessingForm) return pb::HUNT_PHRASE_ROLL_BLESSED;
  if (is_roll(form)) return pb::HUNT_PHRASE_REROLL_WITH;
  if (is_activation(form)) return phrase_of(skill_of(form));
  if (form.number == hunt::kFailForm) return pb::HUNT_PHRASE_FAIL;
  if (form.number < hunt::kFailForm) return pb::HUNT_PHRASE_HEAL_WITH;
  if (form.number == hunt::kResurrectForm) return pb::HUNT_PHRASE_RESURRECT;
  if (form.number == hunt::kGroupForm) return pb::HUNT_PHRASE_GROUP;
  if (form.number == hunt::kNewcomerForm) return pb::HUNT_PHRASE_PLAY_NEWCOMER;
  if (form.number < hunt::kGiveForm) return pb::HUNT_PHRASE_BUY;
  if (form.number < hunt::kLearnForm) return pb::HUNT_PHRASE_GIVE;
  if (form.number >= hunt::kBackForm) return pb::HUNT_PHRASE_PLAY_AGAIN;
  if (form.number >= hunt::kShareForm) return pb::HUNT_PHRASE_SHARE;
  return form.number < hunt::kImproveForm ? pb::HUNT_PHRASE_LEARN : pb::HUNT_PHRASE_IMPROVE;
}

// What a part of an activation is about.
pb::HuntPhrase part_of_activation(const rules::Form& form, std::size_t part) {
  if (part == 0) return pb::HUNT_PHRASE_PART_DICE;
  const bool targets = part == 1 && hunt::data_of(skill_of(form)).targets > 0;
  return targets ? pb::HUNT_PHRASE_PART_TARGETS : pb::HUNT_PHRASE_PART_COVER;
}

pb::HuntPhrase phrase_of_part(const rules::Form& form, std::size_t part) {
  if (is_roll(form)) return pb::HUNT_PHRASE_PART_DIE;
  if (is_activation(form)) return part_of_activation(form, part);
  if (form.number == hunt::kResurrectForm) return part == 0 ? pb::HUNT_PHRASE_PART_WHO : pb::HUNT_PHRASE_PART_PAYER;
  if (form.number >= hunt::kShareForm) return pb::HUNT_PHRASE_PART_TO;
  if (part == 0) return pb::HUNT_PHRASE_PART_ITEM;
  return form.number < hunt::kGiveForm ? pb::HUNT_PHRASE_PART_DROP : pb::HUNT_PHRASE_PART_TO;
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
    case class_taken:
      return true;
    default:
      return false;
  }
}

// Whether the second argument is an enumerator.
bool names_enumerator_second(hunt::Reason reason) {
  using enum hunt::Reason;
  return reason == skill_twice || reason == skill_is_general || reason == skill_not_starting ||
         reason == improved_wrongly || reason == wrong_phase || reason == no_such_choice;
}

}  // namespace

void Sentences::say(const hunt::State& state, rules::Seat /*seat*/, const hunt::Action& action, MessageWriter& to) {
  const pb::HuntPhrase phrase = phrase_of(action, state);
  const auto say = [&](auto... arguments) { say_phrase(to, phrase, arguments...); };
  switch (phrase) {
    case pb::HUNT_PHRASE_ROLL_WITH_ASSIST:
      return say(from_one(state.turn->kept));
    case pb::HUNT_PHRASE_PUT_ON:
      return say(from_one(hunt::acting(state).items[action.slot].id));
    case pb::HUNT_PHRASE_ASSIST:
      return say(action.place, from_one(state.turn->dice[static_cast<std::size_t>(action.place)]));
    case pb::HUNT_PHRASE_STEP_IN:
    case pb::HUNT_PHRASE_STEP_BACK:
    case pb::HUNT_PHRASE_GIVE_UP:
      return say(hunt::hero_asked(state), state.replace[0]);
    default:
      return say();
  }
}

void Sentences::place(const hunt::State& state, rules::Seat /*seat*/, const hunt::Action& action, PlaceWriter& on) {
  switch (action.kind) {
    case ActionKind::item:
      place_item(hunt::acting(state).items[action.slot].id, on);
      break;
    case ActionKind::skill:
      place_skill(action.skill, on);
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
    default:
      break;
  }
  on.group(
      static_cast<std::uint32_t>(action.kind == ActionKind::skill ? pb::HUNT_PHRASE_ATTACK : phrase_of(action, state)));
}

void Sentences::say_form(const hunt::State& state, rules::Seat /*seat*/, const rules::Form& form, MessageWriter& to) {
  if (is_activation(form)) return say_skill(state, skill_of(form), to);
  const pb::HuntPhrase phrase = phrase_of(form);
  switch (phrase) {
    case pb::HUNT_PHRASE_ROLL_AGAIN:
      return say_phrase(to, phrase, state.turn->rolls + 1);
    case pb::HUNT_PHRASE_ROLL_BLESSED:
      return say_phrase(to, phrase, hunt::acting(state).blessed);
    case pb::HUNT_PHRASE_REROLL_WITH: {
      const hunt::Item item = item_of(state, form, hunt::kRerollForm);
      return say_phrase(to, phrase, from_one(item), hunt::data_of(item).value);
    }
    case pb::HUNT_PHRASE_HEAL_WITH: {
      const hunt::Item item = item_of(state, form, hunt::kHealForm);
      return say_phrase(to, phrase, from_one(item), hunt::data_of(item).value);
    }
    case pb::HUNT_PHRASE_FAIL:
    case pb::HUNT_PHRASE_GROUP:
    case pb::HUNT_PHRASE_PLAY_NEWCOMER:
      return say_phrase(to, phrase);
    case pb::HUNT_PHRASE_LEARN:
      return say_phrase(to, phrase, learner_of(form));
    case pb::HUNT_PHRASE_IMPROVE:
      return say_phrase(to, phrase, learner_of(form), from_one(part_of(form)));
    case pb::HUNT_PHRASE_BUY:
      return say_phrase(to, phrase, buyer_of(form), shown_gold(state.heroes[buyer_of(form)]));
    case pb::HUNT_PHRASE_GIVE:
      return say_phrase(to, phrase, giver_of(form));
    case pb::HUNT_PHRASE_SHARE:
    case pb::HUNT_PHRASE_PLAY_AGAIN:
      return say_phrase(to, phrase, sharer_of(form));
    default:
      return say_phrase(to, phrase, hunt::kResurrectionGold);
  }
}

void Sentences::place_form(const hunt::State& state, rules::Seat /*seat*/, const rules::Form& form, PlaceWriter& on) {
  const pb::HuntPhrase phrase = phrase_of(form);
  if (is_activation(form)) {
    place_skill(skill_of(form), on);
  } else if (phrase == pb::HUNT_PHRASE_REROLL_WITH) {
    place_item(item_of(state, form, hunt::kRerollForm), on);
  } else if (phrase == pb::HUNT_PHRASE_HEAL_WITH) {
    place_item(item_of(state, form, hunt::kHealForm), on);
  }
}

void Sentences::say_part(const hunt::State& state, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                         MessageWriter& to) {
  const pb::HuntPhrase phrase = phrase_of_part(form, part);
  if (phrase == pb::HUNT_PHRASE_PART_DIE) {
    const hunt::Turn& turn = *state.turn;
    return say_phrase(to, phrase, part, part < turn.dice.size() ? from_one(turn.dice[part]) : 0);
  }
  if (phrase == pb::HUNT_PHRASE_PART_TARGETS) return say_phrase(to, phrase, hunt::targets_of(state, skill_of(form)));
  say_phrase(to, phrase);
}

// A value that has a meaning only as a single value: 0, no skill.
void Sentences::say_value(const hunt::State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/,
                          std::size_t /*part*/, std::uint8_t /*value*/, MessageWriter& to) {
  say_phrase(to, pb::HUNT_PHRASE_NO_SKILL);
}

void Sentences::say_values(const hunt::State& /*state*/, rules::Seat /*seat*/, const rules::Form& form,
                           std::size_t part, MessageWriter& to) {
  switch (phrase_of_part(form, part)) {
    case pb::HUNT_PHRASE_PART_DICE:
      return say_phrase(to, pb::HUNT_PHRASE_DICE);
    case pb::HUNT_PHRASE_PART_TARGETS:
      return say_phrase(to, pb::HUNT_PHRASE_HEROES);
    case pb::HUNT_PHRASE_PART_COVER:
      return say_phrase(to, pb::HUNT_PHRASE_SKILL);
    case pb::HUNT_PHRASE_PART_ITEM:
      if (form.number >= hunt::kGiveForm) return say_phrase(to, pb::HUNT_PHRASE_ITEM_IN_SLOT, giver_of(form));
      return say_phrase(to, pb::HUNT_PHRASE_ITEM);
    case pb::HUNT_PHRASE_PART_DROP:
      return say_phrase(to, pb::HUNT_PHRASE_ITEM_IN_SLOT, buyer_of(form));
    default:
      return say_phrase(to, pb::HUNT_PHRASE_HERO);
  }
}

Meaning Sentences::meaning(const rules::Form& form, std::size_t part) {
  switch (phrase_of_part(form, part)) {
    case pb::HUNT_PHRASE_PART_DIE:
      return Meaning::itself;
    case pb::HUNT_PHRASE_PART_DICE:
    case pb::HUNT_PHRASE_PART_TARGETS:
      return Meaning::members;
    case pb::HUNT_PHRASE_PART_COVER:
      return form.parts[part][0] == 0 ? Meaning::each : Meaning::value;  // 0 is none
    default:
      return Meaning::value;
  }
}

bool Sentences::is_listed(const rules::Form& form) {
  return is_in(form, hunt::kHealForm, hunt::kGeneralForm) || form.number == hunt::kGroupForm ||
         form.number == hunt::kNewcomerForm || form.number >= hunt::kLearnForm;
}

std::int32_t Sentences::argument(const rules::Fault& fault, std::size_t i) {
  using enum hunt::Reason;
  const auto reason = static_cast<hunt::Reason>(fault.reason);
  const std::int32_t argument = fault.arguments[i];
  if (i == 0 && (reason == option_range || reason == option_length)) {
    return option_field<hunt::Options, pb::HuntOptions>(argument).number();
  }
  if (i == 0 && (reason == hero_field_range || reason == hero_field_length)) {
    return option_field<hunt::HeroOption, pb::HuntHeroOption>(argument).number();
  }
  const bool enumerator = (i == 0 && names_enumerator(reason)) || (i == 1 && names_enumerator_second(reason));
  return enumerator ? argument + 1 : argument;
}

}  // namespace wyrmhall::server::hunt_wire
