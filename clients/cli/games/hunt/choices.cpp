// What can be done in Dice & Dragons, how it is typed, why something cannot be done, and how likely it is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/hunt/text.h"
#include "clients/cli/games/hunt/typed/ways.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kHuntTypedColumns = 24;  // columns of what can be typed

std::string hunt_row(const std::string& typed, const std::string& what) {
  return padded(typed, kHuntTypedColumns) + (columns(typed) >= kHuntTypedColumns ? "  " : "") + what;
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

std::vector<GameText::Row> HuntText::rows(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Row> rows = GameText::rows(scene, choices);
  if (groups_count(scene.view.hunt())) return rows;
  std::erase_if(rows,
                [&](const Row& row) { return choices.choices(row.first).sentence().hunt() == v1::HUNT_PHRASE_GROUP; });
  return rows;
}

std::string HuntText::choice(const Scene& scene, const v1::Choice& choice) const {
  const v1::HuntView& view = scene.view.hunt();
  return hunt_row(typed_choice(view, choice), hunt_sentence(scene, choice.sentence()));
}

std::vector<GameText::FormLine> HuntText::form(const Scene& scene, const v1::Form& form) const {
  const v1::HuntView& view = scene.view.hunt();
  const std::string what = hunt_sentence(scene, form.sentence());
  if (!is_activation(form.sentence().hunt())) return {{hunt_row(typed_form_row(view, form), what)}};
  const std::vector<v1::Form> ways = ways_of(form);
  std::vector<FormLine> rows;
  rows.reserve(ways.size());
  for (const v1::Form& way : ways) {
    const std::string typed = typed_activation(view, way);
    rows.push_back({hunt_row(typed, activation_form_text(scene, way, what)), typed});
  }
  return rows;
}

std::string HuntText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return hunt_sentence(scene, sentence);
}

bool HuntText::comes_last(const v1::Sentence& choice) const {
  return choice.hunt() == v1::HUNT_PHRASE_CALL_FLIGHT || choice.hunt() == v1::HUNT_PHRASE_FAIL ||
         choice.hunt() == v1::HUNT_PHRASE_FAIL_ONLY;
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
