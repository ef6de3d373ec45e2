// What can be done in Dice & Dragons, how it is typed, why something cannot be done, and how likely it is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/hunt/text.h"
#include "clients/cli/games/hunt/typed_parts.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kHuntTypedColumns = 24;  // columns of what can be typed

std::string hunt_row(const std::string& typed, const std::string& what) {
  return padded(typed, kHuntTypedColumns) + (columns(typed) >= kHuntTypedColumns ? "  " : "") + what;
}

std::uint32_t acting_hero(const v1::HuntView& view) {
  return static_cast<std::uint32_t>(std::max(view.acting(), 0));
}

std::string way_to_type(const std::vector<Named>& all, int number) {
  const auto found = std::ranges::find(all, number, &Named::number);
  return found == all.end() ? std::string("?") : shortest_way(all, *found);
}

std::string way_to_skill(const v1::HuntView& view, std::uint32_t hero, int skill) {
  return way_to_type(named_skills(view, hero, true), skill);
}

std::string way_to_slot(const v1::HuntView& view, std::uint32_t hero, std::uint32_t slot) {
  return way_to_type(named_items(view, hero), static_cast<int>(slot));
}

std::string way_to_item(const v1::HuntView& view, std::uint32_t hero, int item) {
  const std::vector<Named> all = named_items(view, hero);
  const auto found = std::ranges::find(all, item_name(static_cast<v1::HuntItem>(item)), &Named::name);
  return found == all.end() ? std::string("?") : shortest_way(all, *found);
}

// New skills are typed by their whole names, since they are on no sheet yet.
std::string whole_skill(int skill) {
  return plain_letters(skill_name(static_cast<v1::HuntSkill>(skill)));
}

std::string typed_action(const v1::HuntView& view, const v1::HuntAction& action) {
  const std::uint32_t hero = acting_hero(view);
  switch (action.action_case()) {
    case v1::HuntAction::kRoll:
      // All dice, or all but the one that somebody passed on.
      return action.roll().dice().size() == view.dice().size() ? hunt_word("roll") : hunt_word("keep") + " 1";
    case v1::HuntAction::kItem:
      return hunt_word("use") + " " + way_to_slot(view, hero, action.item().slot());
    case v1::HuntAction::kFail:
      return hunt_word("fail");
    case v1::HuntAction::kAssist:
      return action.assist() < 0 ? hunt_word("pass") : fmt::format("{} {}", hunt_word("assist"), action.assist() + 1);
    case v1::HuntAction::kFlee:
      return hunt_word(action.flee() ? "flee" : "stay");
    case v1::HuntAction::kReplace:
      return hunt_word(action.replace() ? "yes" : "no");
    case v1::HuntAction::kReady:
      return hunt_word("ready");
    default:
      return {};
  }
}

// A choice that fills a form (Form.listed).
std::string typed_listed(const v1::HuntView& view, const v1::Sentence& sentence) {
  const SentenceArguments arguments(sentence);
  const std::uint32_t hero = acting_hero(view);
  switch (sentence.hunt()) {
    case v1::HUNT_PHRASE_HEAL_WITH:
      return fmt::format("{} {} {}", hunt_word("use"), way_to_item(view, hero, arguments[0]), arguments[2] + 1);
    case v1::HUNT_PHRASE_FAIL:
      return hunt_word("fail") + " " + way_to_skill(view, hero, arguments[0]);
    case v1::HUNT_PHRASE_IMPROVE: {
      const std::string& part = v1::HuntPart_Name(arguments[1]);
      return fmt::format("{} {} {} {}", hunt_word("improve"), arguments[0] + 1, whole_skill(arguments[2]),
                         has_message("hunt", part) ? plain_letters(hunt_t(part)) : "");
    }
    case v1::HUNT_PHRASE_LEARN:
      return fmt::format("{} {} {}", hunt_word("learn"), arguments[0] + 1, whole_skill(arguments[1]));
    case v1::HUNT_PHRASE_GROUP:
      return fmt::format("{} {} {}", hunt_word("group"), arguments[0] + 1, arguments[1] + 1);
    case v1::HUNT_PHRASE_SHARE:
      return fmt::format("{} {} {}", hunt_word("coin"), arguments[0] + 1, arguments[1] + 1);
    case v1::HUNT_PHRASE_PLAY_NEWCOMER:
      return fmt::format("{} {} {}", hunt_word("switch"), arguments[0] + 1,
                         plain_letters(class_name(static_cast<v1::HuntClass>(arguments[1]))));
    case v1::HUNT_PHRASE_PLAY_AGAIN:
      return fmt::format("{} {} {}", hunt_word("switch"), arguments[0] + 1, arguments[1] + 1);
    default:
      return {};
  }
}

// --- Forms ---

// "heal 1 cover mend with sword".
std::string typed_activation(const v1::HuntView& view, const v1::Form& form) {
  const std::uint32_t hero = acting_hero(view);
  std::string typed = way_to_skill(view, hero, SentenceArguments(form.sentence())[0]);
  if (const v1::FormPart* targets = part_called(form, v1::HUNT_PHRASE_PART_TARGETS)) {
    if (targets->values_size() > 1) {
      for (const std::uint32_t target : all_arguments(targets->meanings(0))) typed += fmt::format(" {}", target + 1);
    }
  }
  const v1::FormPart* covers = part_called(form, v1::HUNT_PHRASE_PART_COVER);
  if (covers != nullptr && covers->values_size() > 1) {
    const int skill = SentenceArguments(covers->meanings(0))[0];
    typed += fmt::format(" {} {}", hunt_word("cover"), way_to_skill(view, hero, skill));
  }
  for (const v1::HuntItem item : items_of(view, hero, form)) {
    typed += fmt::format(" {} {}", hunt_word("with"), way_to_item(view, hero, item));
  }
  return typed;
}

// What a form asks for besides its sentence: for whom, and with which items.
std::string activation_form_text(const Scene& scene, const v1::Form& form, const std::string& sentence) {
  std::vector<std::string> more = {sentence};
  std::vector<std::string> items;
  const v1::HuntView& view = scene.view.hunt();
  for (const v1::HuntItem item : items_of(view, acting_hero(view), form)) items.push_back(item_name(item));
  if (!items.empty()) more.push_back(hunt_t("form.with", {{"items", listed(items)}}));
  const v1::FormPart* targets = part_called(form, v1::HUNT_PHRASE_PART_TARGETS);
  if (targets != nullptr && targets->values_size() == 1) {
    std::vector<std::string> heroes;
    for (const std::uint32_t hero : all_arguments(targets->meanings(0))) heroes.push_back(hero_name(scene, hero));
    more.push_back(hunt_t("form.for", {{"list", listed(heroes)}}));
  }
  return fmt::format("{}", fmt::join(more, ", "));
}

std::string typed_purchase(const v1::HuntView& view, const v1::Form& form) {
  const std::uint32_t hero = SentenceArguments(form.sentence()).index(0);
  std::vector<Named> items;
  if (!form.parts().empty()) {
    for (const v1::Sentence& meaning : form.parts(0).meanings()) {
      const int item = SentenceArguments(meaning)[0];
      items.push_back({item, item_name(static_cast<v1::HuntItem>(item))});
    }
  }
  std::string typed = fmt::format("{} {} {}", hunt_word("buy"), hero + 1,
                                  items.empty() ? std::string("?") : shortest_way(items, items.front()));
  const v1::FormPart* drops = part_called(form, v1::HUNT_PHRASE_PART_DROP);
  if (drops == nullptr) return typed;
  return typed + fmt::format(" {} {}", hunt_word("drop"), way_to_slot(view, hero, 0));
}

std::string typed_gift(const v1::HuntView& view, const v1::Form& form) {
  const std::uint32_t hero = SentenceArguments(form.sentence()).index(0);
  const v1::FormPart* to = part_called(form, v1::HUNT_PHRASE_PART_TO);
  const int other = to == nullptr || to->meanings().empty() ? 0 : SentenceArguments(to->meanings(0))[0];
  return fmt::format("{} {} {} {}", hunt_word("give"), hero + 1, way_to_slot(view, hero, 0), other + 1);
}

std::string typed_resurrection(const v1::Form& form) {
  std::string typed = hunt_word("raise");
  for (const v1::FormPart& part : form.parts()) {
    if (!part.meanings().empty()) typed += fmt::format(" {}", SentenceArguments(part.meanings(0))[0] + 1);
  }
  return typed;
}

std::string typed_form_row(const v1::HuntView& view, const v1::Form& form) {
  switch (form.sentence().hunt()) {
    case v1::HUNT_PHRASE_ROLL_AGAIN:
      return fmt::format("{} 2 4 / {} 1", hunt_word("roll"), hunt_word("keep"));
    case v1::HUNT_PHRASE_ROLL_BLESSED:
      return fmt::format("{} 2 4 {}", hunt_word("roll"), hunt_word("blessed"));
    case v1::HUNT_PHRASE_REROLL_WITH: {
      const int item = SentenceArguments(form.sentence())[0];
      return fmt::format("{} {} 2 4", hunt_word("use"), way_to_item(view, acting_hero(view), item));
    }
    case v1::HUNT_PHRASE_BUY:
      return typed_purchase(view, form);
    case v1::HUNT_PHRASE_GIVE:
      return typed_gift(view, form);
    case v1::HUNT_PHRASE_RESURRECT:
      return typed_resurrection(form);
    default:
      return typed_activation(view, form);
  }
}

// --- Figures ---

std::vector<std::string> hunt_figures_text(const v1::HuntOdds& odds) {
  std::size_t width = 0;
  for (const v1::HuntSkillOdds& skill : odds.skills()) width = std::max(width, columns(skill_name(skill.skill())));
  std::vector<std::string> lines;
  for (const v1::HuntSkillOdds& skill : odds.skills()) {
    const std::vector<std::string> parts = {hunt_t("odds.now", {{"n", percent(skill.now())}}),
                                            hunt_t("odds.one", {{"n", percent(skill.one())}}),
                                            hunt_t("odds.two", {{"n", percent(skill.two())}})};
    lines.push_back("  " + padded(skill_name(skill.skill()), width + 2) + fmt::format("{}", fmt::join(parts, " · ")));
  }
  std::vector<std::string> threats;
  for (const v1::HuntThreat& threat : odds.threats()) {
    std::string text = hunt_t("odds.threat", {{"n", threat.dragons()}, {"x", percent(threat.probability())}});
    if (threat.loss() > 0) text += " (" + hunt_t("odds.loss", {{"n", threat.loss()}}) + ")";
    threats.push_back(std::move(text));
  }
  if (!threats.empty()) lines.push_back("  " + fmt::format("{}", fmt::join(threats, " · ")));
  return lines;
}

}  // namespace

// Rules let groups be changed in every village; where fewer go on than make two groups (P1), or nobody does, that means
// nothing.
std::vector<GameText::Row> HuntText::rows(const Scene& scene, const v1::Choices& choices) const {
  constexpr int kTwoGroups = 4;
  const v1::HuntView& view = scene.view.hunt();
  const auto goes_on = [](const auto& hero) { return hero.second.alive() && !hero.second.rests(); };
  std::vector<Row> rows = GameText::rows(scene, choices);
  if (!view.village().last() && std::ranges::count_if(view.heroes(), goes_on) >= kTwoGroups) return rows;
  std::erase_if(rows,
                [&](const Row& row) { return choices.choices(row.first).sentence().hunt() == v1::HUNT_PHRASE_GROUP; });
  return rows;
}

std::string HuntText::choice(const Scene& scene, const v1::Choice& choice) const {
  const v1::HuntView& view = scene.view.hunt();
  const bool listed = choice.action().has_form();
  return hunt_row(listed ? typed_listed(view, choice.sentence()) : typed_action(view, choice.action().hunt()),
                  hunt_sentence(scene, choice.sentence()));
}

std::vector<std::string> HuntText::form(const Scene& scene, const v1::Form& form) const {
  const v1::HuntView& view = scene.view.hunt();
  const std::string what = hunt_sentence(scene, form.sentence());
  if (!is_activation(form.sentence().hunt())) return {hunt_row(typed_form_row(view, form), what)};
  const std::vector<v1::Form> ways = ways_of(form);
  std::vector<std::string> rows;
  rows.reserve(ways.size());
  for (const v1::Form& way : ways) {
    rows.push_back(hunt_row(typed_activation(view, way), activation_form_text(scene, way, what)));
  }
  return rows;
}

std::string HuntText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return hunt_sentence(scene, sentence);
}

bool HuntText::goes_without_saying(const v1::Sentence& reason) const {
  return reason.hunt() == v1::HUNT_PHRASE_WRONG_DICE || reason.hunt() == v1::HUNT_PHRASE_SKILL_COVERED;
}

std::vector<std::string> HuntText::odds(const Scene& /*scene*/, const v1::Odds& odds) const {
  std::vector<std::string> lines;
  if (odds.figures().has_hunt()) lines = hunt_figures_text(odds.figures().hunt());
  return lines;
}

}  // namespace wyrmhall::cli
