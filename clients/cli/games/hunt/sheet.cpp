#include "clients/cli/games/hunt/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/hunt/names.h"

namespace wyrmhall::cli {
namespace {

// What a skill does, in few characters: "4", "+3"; empty where its name says it.
std::string short_effect(const v1::HuntSkillRules& rules, const v1::HuntSheetSkill& skill) {
  const std::uint32_t attack = rules.value() + (skill.part() == v1::HUNT_PART_HEAL ? 0 : skill.plus());
  const std::uint32_t heal = rules.value() + (skill.part() == v1::HUNT_PART_ATTACK ? 0 : skill.plus());
  switch (rules.kind()) {
    case v1::HUNT_SKILL_KIND_ATTACK:
      return fmt::format(" {}", attack);
    case v1::HUNT_SKILL_KIND_HEAL:
      return fmt::format(" +{}", heal) + (rules.targets() > 1 ? fmt::format("×{}", rules.targets()) : "");
    case v1::HUNT_SKILL_KIND_DRAIN:
      return fmt::format(" {}/+{}", attack, heal);
    case v1::HUNT_SKILL_KIND_STANCE:
    case v1::HUNT_SKILL_KIND_SHIELD:
      return " " + hunt_t("ac.more", {{"n", rules.value()}});
    default:
      return {};
  }
}

BoardPart skill_part(const v1::HuntView& view, const v1::HuntSheetSkill& skill, std::uint32_t covers, bool reach) {
  const v1::HuntSkillRules& rules = found_in(view.skills(), static_cast<std::uint32_t>(skill.id()));
  const std::string text =
      fmt::format("{} {}{}", skill_name(skill.id()), pattern_text(rules.pattern()), short_effect(rules, skill));
  if (reach) return {"[" + text + "]", Tint::kStrong};
  if (covers == 0) return {text};
  return {covers == 1 ? "(" + text + ")" : fmt::format("({} ×{})", text, covers), Tint::kFaint};
}

}  // namespace

std::string pattern_text(std::string_view pattern) {
  static constexpr std::string_view kSymbols = "SMHBD";  // of the protocol, as HuntSymbol counts them
  std::string text;
  for (const char c : pattern) {
    const auto symbol = kSymbols.find(c);
    text +=
        symbol == std::string_view::npos ? std::string(1, c) : symbol_letter(static_cast<std::uint32_t>(symbol) + 1);
  }
  return text;
}

std::string hunt_row_label(std::string_view row) {
  std::size_t width = 0;
  for (const std::string_view each : {"attacks", "special", "state", "skills", "items", "dice", "turns"}) {
    width = std::max(width, columns(hunt_t("row." + std::string(each))));
  }
  return "      " + padded(hunt_t("row." + std::string(row)), width + 2);
}

std::string hero_label(const Scene& scene, std::uint32_t hero, Tint tint) {
  std::size_t width = 0;
  for (const std::uint32_t each : heroes_of(scene.view.hunt())) {
    width = std::max(width, columns(hero_and_player(scene, each)));
  }
  // Padded before it is painted.
  return fmt::format("   {} {}  ", hero + 1, scene.paint(tint, padded(hero_and_player(scene, hero), width)));
}

void add_skills(const Scene& scene, std::uint32_t hero, const std::set<int>& within_reach,
                std::vector<std::string>& lines) {
  const v1::HuntView& view = scene.view.hunt();
  const v1::HuntSheet& sheet = found_in(view.sheets(), hero);
  const std::string& covered = found_in(view.heroes(), hero).covered();
  std::vector<BoardPart> parts;
  for (int i = 0; i < sheet.skills_size(); ++i) {
    const bool reach = within_reach.contains(sheet.skills(i).id());
    parts.push_back(skill_part(view, sheet.skills(i), byte_at(covered, static_cast<std::size_t>(i)), reach));
  }
  for (const v1::HuntSkill general : {v1::HUNT_SKILL_JAB, v1::HUNT_SKILL_TREAT_WOUNDS}) {
    if (!within_reach.contains(general)) continue;
    v1::HuntSheetSkill skill;
    skill.set_id(general);
    parts.push_back(skill_part(view, skill, 0, true));
  }
  add_wrapped(scene.paint, hunt_row_label("skills"), " · ", parts, lines);
}

void add_items(const Scene& scene, std::uint32_t hero, std::vector<std::string>& lines) {
  std::vector<BoardPart> parts;
  for (const v1::HuntPackItem& item : found_in(scene.view.hunt().progress(), hero).items()) {
    const std::string name = item_name(item.id());
    parts.push_back(item.active() ? BoardPart{hunt_t("item.active", {{"item", name}}), Tint::kGood} : BoardPart{name});
  }
  if (!parts.empty()) add_wrapped(scene.paint, hunt_row_label("items"), " · ", parts, lines);
}

bool groups_count(const v1::HuntView& view) {
  constexpr int kTwoGroups = 4;
  const auto goes_on = [](const auto& hero) { return hero.second.alive() && !hero.second.rests(); };
  return !view.village().last() && std::ranges::count_if(view.heroes(), goes_on) >= kTwoGroups;
}

bool is_activation(v1::HuntPhrase phrase) {
  switch (phrase) {
    case v1::HUNT_PHRASE_ATTACK:
    case v1::HUNT_PHRASE_HEAL:
    case v1::HUNT_PHRASE_DRAIN:
    case v1::HUNT_PHRASE_STANCE:
    case v1::HUNT_PHRASE_BLESS:
    case v1::HUNT_PHRASE_PIN:
    case v1::HUNT_PHRASE_ALLY:
      return true;
    default:
      return false;
  }
}

std::string item_effect(const v1::HuntItemRules& rules) {
  const std::string& kind = v1::HuntItemKind_Name(rules.kind());
  if (!has_message("hunt", kind)) return {};
  return hunt_t(kind, {{"n", rules.value()}, {"symbol", symbol_name(rules.value())}});
}

}  // namespace wyrmhall::cli
