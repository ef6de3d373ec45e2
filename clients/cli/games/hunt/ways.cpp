// What can be typed in Dice & Dragons, and what its skills, items and dragons are.
#include "clients/cli/games/hunt/typed/ways.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/hunt/text.h"
#include "clients/cli/games/hunt/typed/parts.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"
#include "clients/model/offered_actions.h"

namespace wyrmhall::cli {
namespace {

// The message of a form that is typed in a way of its own; that of a skill for all others.
std::string_view meaning_of(v1::HuntPhrase phrase) {
  switch (phrase) {
    case v1::HUNT_PHRASE_BUY:
      return "type.buy";
    case v1::HUNT_PHRASE_GIVE:
      return "type.give";
    case v1::HUNT_PHRASE_RESURRECT:
      return "type.raise";
    default:
      return "type.skill";
  }
}

// "roll 2 4" and "keep 1 3 5": the first way to roll some of the dice again.
std::vector<std::pair<std::string, std::string_view>> rolls(const v1::HuntView& view, const v1::Form& form) {
  clients::Fillings fillings(form);
  if (fillings.count() == 0) return {};
  const v1::FilledForm filled = fillings.at(0);
  std::string rolled;
  std::string kept;
  for (int slot = 0; slot < filled.values_size(); ++slot) {
    const bool is_there = slot < static_cast<int>(view.dice().size()) && !view.used().contains(static_cast<char>(slot));
    if (filled.values(slot) > 0) rolled += fmt::format(" {}", slot + 1);
    if (filled.values(slot) == 0 && is_there) kept += fmt::format(" {}", slot + 1);
  }
  switch (form.sentence().hunt()) {
    case v1::HUNT_PHRASE_ROLL_AGAIN:
      if (kept.empty()) return {{hunt_word("roll") + rolled, "type.roll"}};
      return {{hunt_word("roll") + rolled, "type.roll"}, {hunt_word("keep") + kept, "type.keep"}};
    case v1::HUNT_PHRASE_ROLL_BLESSED:
      return {{hunt_word("roll") + rolled + " " + hunt_word("blessed"), "type.blessed"}};
    case v1::HUNT_PHRASE_REROLL_WITH: {
      const std::string item = way_to_item(view, acting_hero(view), SentenceArguments(form.sentence())[0]);
      return {{hunt_word("use") + " " + item + rolled, "type.use.dice"}};
    }
    default:
      return {};
  }
}

// "Cleave  SS  3 damage".
std::string about_skill(const Scene& scene, std::uint32_t skill, const v1::HuntSkillRules& rules) {
  const std::string& kind = v1::HuntSkillKind_Name(rules.kind());
  std::string line = scene.paint(Tint::kStrong, skill_name(static_cast<v1::HuntSkill>(skill)));
  line += "  " + pattern_text(rules.pattern());
  if (!has_message("hunt", kind)) return line;
  const bool heals_only = rules.kind() == v1::HUNT_SKILL_KIND_HEAL;
  const Arguments values = {{"n", rules.value()}, {"m", heals_only ? std::max(rules.targets(), 1U) : rules.value()}};
  return line + "  " + hunt_t(kind, values);
}

}  // namespace

std::vector<GameText::Way> HuntText::ways_to_type(const Scene& scene, const v1::Choices& choices) const {
  const v1::HuntView& view = scene.view.hunt();
  std::vector<Way> ways;
  std::set<std::string> seen;
  const auto add = [&](const std::string& example, std::string_view meaning) {
    if (!example.empty() && seen.insert(std::string(meaning)).second) ways.push_back({example, hunt_t(meaning)});
  };
  for (const v1::Choice& choice : choices.choices()) {
    const bool is_listed = choice.sentence().hunt() != v1::HUNT_PHRASE_GROUP || groups_count(view);
    const std::string example = is_listed ? typed_choice(view, choice) : std::string();
    if (example.empty()) continue;
    // The message is called like the word that it begins with.
    const std::string word = words_in(example).front();
    for (const std::string_view key : {"roll", "use", "fail", "assist", "pass", "flee", "stay", "yes", "no", "improve",
                                       "learn", "group", "coin", "switch", "ready"}) {
      if (word == hunt_word(key)) add(example, "type." + std::string(key));
    }
  }
  for (const v1::Form& form : choices.forms()) {
    if (is_activation(form.sentence().hunt())) {
      for (const v1::Form& way : ways_of(form)) add(typed_activation(view, way), "type.skill");
      continue;
    }
    const auto rolled = rolls(view, form);
    for (const auto& [example, meaning] : rolled) add(example, meaning);
    if (rolled.empty()) add(typed_form_row(view, form), meaning_of(form.sentence().hunt()));
  }
  return ways;
}

std::vector<std::string> HuntText::about(const Scene& scene, std::string_view name) const {
  const v1::HuntView& view = scene.view.hunt();
  const std::string typed = plain_letters(name);
  std::vector<std::string> lines;
  for (int skill = 1; skill <= v1::HuntSkill_MAX; ++skill) {
    const auto rules = view.skills().find(static_cast<std::uint32_t>(skill));
    if (rules == view.skills().end() || !is_name_begun(typed, skill_name(static_cast<v1::HuntSkill>(skill)))) continue;
    lines.push_back(about_skill(scene, rules->first, rules->second));
  }
  for (int item = 1; item <= v1::HuntItem_MAX; ++item) {
    const auto rules = view.items().find(static_cast<std::uint32_t>(item));
    const std::string called = item_name(static_cast<v1::HuntItem>(item));
    if (rules == view.items().end() || !is_name_begun(typed, called)) continue;
    lines.push_back(fmt::format("{}  {}  {}", scene.paint(Tint::kStrong, called),
                                hunt_t("gold.of", {{"n", rules->second.price()}}), item_effect(rules->second)));
  }
  for (const std::uint32_t dragon : dragons_of(view)) {
    const v1::HuntDragon& found = found_in(view.dragons(), dragon);
    if (is_name_begun(typed, dragon_name(found.id()))) add_dragon_sheet(scene, found, lines);
  }
  return lines;
}

}  // namespace wyrmhall::cli
