// A skill that is typed by its name: "cleave", "heal 2", "jab cover mend", "smite with sword", "heal 1 dice 2 3".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/form_text.h"
#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/hunt/typed/turn.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

// The words of a line by what they are for.
struct SkillTyped {
  v1::HuntSkill skill = v1::HUNT_SKILL_UNSPECIFIED;
  std::string word;  // as it was typed
  std::vector<std::string> targets{};
  std::vector<std::string> cover{};
  std::vector<std::string> items{};
  std::vector<std::string> dice{};
};

GameText::Typed skill_complaint(std::string sentence) {
  return {.action = std::nullopt, .complaint = std::move(sentence)};
}

std::string said(const TypedScene& typed, v1::HuntPhrase phrase, std::initializer_list<std::size_t> arguments = {}) {
  v1::Sentence sentence;
  sentence.set_hunt(phrase);
  for (const std::size_t argument : arguments) sentence.add_arguments(static_cast<std::int32_t>(argument));
  return hunt_sentence(typed.scene, sentence);
}

// The words behind the skill, each with those behind "cover", "with" or "dice".
void sort_words(TypedWords words, SkillTyped& into) {
  std::vector<std::string>* where = &into.targets;
  for (const std::string& word : words) {
    if (word == hunt_word("for")) {
      where = &into.targets;
    } else if (word == hunt_word("cover")) {
      where = &into.cover;
    } else if (word == hunt_word("with")) {
      where = &into.items;
    } else if (word == hunt_word("dice")) {
      where = &into.dice;
    } else {
      where->push_back(word);
    }
  }
}

// The value of a part, or what is wrong with what was typed for it.
struct PartTyped {
  std::optional<std::uint32_t> value{};
  std::string complaint{};
};

PartTyped dice_part(const TypedScene& typed, const v1::FormPart& part, const SkillTyped& skill) {
  if (part.values().empty()) return {};
  if (skill.dice.empty()) return {.value = part.values(0)};
  std::vector<std::uint32_t> slots;
  slots.reserve(skill.dice.size());
  for (const std::string& word : skill.dice) slots.push_back(number_in_word(word).value_or(0) - 1);
  std::ranges::sort(slots);
  const auto value = value_meaning(part, [&](const v1::Sentence& meaning) {
    std::vector<std::uint32_t> members = all_arguments(meaning);
    std::erase_if(members, [](std::uint32_t member) { return member >= kHuntDice; });
    return members == slots;
  });
  if (value) return {.value = value};
  return {.complaint = said(typed, v1::HUNT_PHRASE_WRONG_DICE, {std::size_t(skill.skill)})};
}

PartTyped targets_part(const TypedScene& typed, const v1::FormPart& part, const SkillTyped& skill) {
  std::vector<std::uint32_t> heroes;
  for (const std::string& word : skill.targets) {
    const auto hero = hero_typed(typed.scene, word);
    if (!hero) return {.complaint = hunt_t("type.noHero", {{"word", word}})};
    heroes.push_back(*hero);
  }
  std::ranges::sort(heroes);
  if (heroes.empty() && part.values_size() == 1) return {.value = part.values(0)};
  if (heroes.empty()) {
    std::vector<std::string> ways;
    for (const v1::Sentence& meaning : part.meanings()) ways.push_back(hunt_sentence(typed.scene, meaning));
    return {.complaint = hunt_t("type.forWhom", {{"list", fmt::format("{}", fmt::join(ways, " · "))}})};
  }
  const auto value = value_meaning(part, [&](const v1::Sentence& meaning) { return all_arguments(meaning) == heroes; });
  if (value) return {.value = value};
  const SentenceArguments needed(part.sentence());
  if (heroes.size() == needed.index(0)) return {.complaint = said(typed, v1::HUNT_PHRASE_HERO_DEAD, {heroes.front()})};
  return {.complaint =
              said(typed, v1::HUNT_PHRASE_WRONG_TARGETS, {std::size_t(skill.skill), heroes.size(), needed.index(0)})};
}

PartTyped cover_part(const TypedScene& typed, const v1::FormPart& part, const SkillTyped& skill) {
  if (skill.cover.empty() && part.values_size() == 1) return {.value = part.values(0)};
  if (skill.cover.empty()) return {.complaint = said(typed, v1::HUNT_PHRASE_NEEDS_COVER)};
  const NamesAtFront named = names_at_front(named_skills(typed.view(), typed.acting(), false), skill.cover);
  if (named.names.empty()) return {.complaint = hunt_t("type.noSkill", {{"word", skill.cover.front()}})};
  if (named.names.size() > 1) return {.complaint = which_of(skill.cover.front(), named.names)};
  const int covered = named.names.front().number;
  const auto value = value_meaning(part, [&](const v1::Sentence& meaning) {
    return meaning.hunt() == v1::HUNT_PHRASE_SKILL && SentenceArguments(meaning)[0] == covered;
  });
  if (value) return {.value = value};
  return {.complaint = said(typed, v1::HUNT_PHRASE_COVER_COVERED, {std::size_t(covered)})};
}

GameText::Typed filled_skill(const TypedScene& typed, const v1::Form& form, const SkillTyped& skill) {
  const bool has_targets = part_called(form, v1::HUNT_PHRASE_PART_TARGETS) != nullptr;
  if (!has_targets && !skill.targets.empty()) {
    return skill_complaint(
        said(typed, v1::HUNT_PHRASE_WRONG_TARGETS, {std::size_t(skill.skill), skill.targets.size(), 0}));
  }
  std::vector<std::uint32_t> values;
  for (const v1::FormPart& part : form.parts()) {
    PartTyped read;
    switch (part.sentence().hunt()) {
      case v1::HUNT_PHRASE_PART_TARGETS:
        read = targets_part(typed, part, skill);
        break;
      case v1::HUNT_PHRASE_PART_COVER:
        read = cover_part(typed, part, skill);
        break;
      default:
        read = dice_part(typed, part, skill);
    }
    if (!read.value) return skill_complaint(read.complaint.empty() ? t("choice.none") : read.complaint);
    values.push_back(*read.value);
  }
  return filled_form(form, values);
}

// The items that are named, ascending; nothing where a word names none of the pack, or several.
std::optional<std::vector<v1::HuntItem>> items_typed(const TypedScene& typed, const SkillTyped& skill) {
  std::vector<v1::HuntItem> items;
  const std::vector<Named> pack = named_items(typed.view(), typed.acting());
  TypedWords words = skill.items;
  while (!words.empty()) {
    const NamesAtFront named = names_at_front(pack, words);
    if (named.names.size() != 1) return std::nullopt;
    items.push_back(item_in_slot(typed.view(), typed.acting(), named.names.front().number));
    words = words.subspan(named.words);
  }
  std::ranges::sort(items);
  return items;
}

// If a skill can only be activated with an item that was not named: which item, and how to say so.
GameText::Typed item_needed(const TypedScene& typed, const v1::Form& form, const SkillTyped& skill) {
  std::vector<std::string> names;
  std::string example = skill.word;
  const std::vector<Named> pack = named_items(typed.view(), typed.acting());
  for (const v1::HuntItem item : items_of(typed.view(), typed.acting(), form)) {
    names.push_back(item_name(item));
    const auto found = std::ranges::find(pack, item_name(item), &Named::name);
    if (found != pack.end()) example += fmt::format(" {} {}", hunt_word("with"), shortest_way(pack, *found));
  }
  return skill_complaint(hunt_t("type.withItem", {{"list", listed(names)}, {"example", example}}));
}

}  // namespace

GameText::Typed typed_skill(const TypedScene& typed, TypedWords words) {
  if (typed.view().phase() != v1::HUNT_PHASE_TURN) return {};
  const NamesAtFront named = names_at_front(named_skills(typed.view(), typed.acting(), true), words);
  if (named.names.empty()) return {};
  if (named.names.size() > 1) return skill_complaint(which_of(words.front(), named.names));
  SkillTyped skill{.skill = static_cast<v1::HuntSkill>(named.names.front().number),
                   .word = fmt::format("{}", fmt::join(words.first(named.words), " "))};
  sort_words(words.subspan(named.words), skill);
  const auto items = items_typed(typed, skill);
  if (!items) return skill_complaint(hunt_t("type.noItem", {{"word", fmt::format("{}", fmt::join(skill.items, " "))}}));
  std::optional<v1::Form> with_items;
  for (const v1::Form& form : typed.choices.forms()) {
    if (!is_activation(form.sentence().hunt()) || SentenceArguments(form.sentence())[0] != skill.skill) continue;
    for (const v1::Form& way : ways_of(form)) {
      if (items_of(typed.view(), typed.acting(), way) == *items) return filled_skill(typed, way, skill);
      with_items = way;
    }
  }
  if (with_items && items->empty()) return item_needed(typed, *with_items, skill);
  if (with_items) return skill_complaint(t("choice.none"));
  if (typed.view().rolls() == 0) return skill_complaint(said(typed, v1::HUNT_PHRASE_NOT_ROLLED));
  const std::string why = why_not(
      typed, {v1::HUNT_PHRASE_WRONG_DICE, v1::HUNT_PHRASE_SKILL_COVERED, v1::HUNT_PHRASE_NO_OWN_DRAGON}, skill.skill);
  const bool general = skill.skill == v1::HUNT_SKILL_JAB || skill.skill == v1::HUNT_SKILL_TREAT_WOUNDS;
  return skill_complaint(general ? said(typed, v1::HUNT_PHRASE_WRONG_DICE, {std::size_t(skill.skill)}) : why);
}

}  // namespace wyrmhall::cli
