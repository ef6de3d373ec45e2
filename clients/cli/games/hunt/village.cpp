// The village of Dice & Dragons: the market with who can pay, and the heroes as they come out of the hunt.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/sentence_arguments.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kLevelImproves = 1;  // what a level's choice is (HuntProgress.pending)

// The numbers of the viewer's heroes who can buy an item: a form offers it.
std::vector<std::string> payers_of(const Scene& scene, std::int32_t item) {
  std::vector<std::string> payers;
  if (scene.choices == nullptr) return payers;
  for (const v1::Form& form : scene.choices->forms()) {
    if (form.sentence().hunt() != v1::HUNT_PHRASE_BUY || form.parts().empty()) continue;
    const auto& meanings = form.parts(0).meanings();
    const bool offered = std::ranges::any_of(meanings, [&](const v1::Sentence& meaning) {
      return meaning.hunt() == v1::HUNT_PHRASE_ITEM && SentenceArguments(meaning)[0] == item;
    });
    if (offered) payers.push_back(std::to_string(SentenceArguments(form.sentence())[0] + 1));
  }
  return payers;
}

void add_market(const Scene& scene, std::vector<std::string>& lines) {
  const v1::HuntView& view = scene.view.hunt();
  lines.push_back("   " + scene.paint(Tint::kStrong, hunt_t("market")) + "  " + house_sign(scene.paint));
  std::size_t width = 0;
  for (int item = v1::HUNT_ITEM_HEALING_POTION; item <= v1::HuntItem_MAX; ++item) {
    width = std::max(width, columns(item_name(static_cast<v1::HuntItem>(item))));
  }
  for (int item = v1::HUNT_ITEM_HEALING_POTION; item <= v1::HuntItem_MAX; ++item) {
    const std::uint32_t left = byte_at(view.village().stock(), static_cast<std::size_t>(item) - 1);
    if (left == 0) continue;
    const v1::HuntItemRules& rules = found_in(view.items(), static_cast<std::uint32_t>(item));
    std::vector<BoardPart> parts = {{hunt_t("gold.of", {{"n", rules.price()}})}};
    if (left > 1) parts.push_back({hunt_t("market.stock", {{"n", left}})});
    parts.push_back({item_effect(rules), Tint::kFaint});
    const std::vector<std::string> payers = payers_of(scene, item);
    if (!payers.empty()) parts.push_back({hunt_t("market.payers", {{"names", listed(payers)}}), Tint::kGood});
    const std::string name = item_name(static_cast<v1::HuntItem>(item));
    add_wrapped(scene.paint, "      " + padded(name, width + 2), " · ", parts, lines);
  }
}

void add_hero_at_rest(const Scene& scene, std::uint32_t number, std::vector<std::string>& lines) {
  const v1::HuntView& view = scene.view.hunt();
  const v1::HuntProgress& progress = found_in(view.progress(), number);
  const v1::HuntHero& hero = found_in(view.heroes(), number);
  std::vector<std::string> parts;
  if (hero.rests()) parts.push_back(scene.paint(Tint::kFaint, hunt_t("rests")));
  if (!hero.alive()) {
    parts.push_back(scene.paint(Tint::kBad, hunt_t("dead")));
  } else if (!hero.rests()) {
    parts.push_back(hunt_t("hp", {{"n", hero.hp()}, {"m", progress.hp_max()}}));
  }
  if (!kept_name(scene, number).empty()) parts.push_back(class_name(found_in(view.sheets(), number).class_()));
  parts.push_back(hunt_t("gold.of", {{"n", progress.gold()}}));
  const std::string& left_over = view.village().left_over();
  if (left_over.contains(static_cast<char>(number))) parts.push_back(hunt_t("gold.leftOver"));
  parts.push_back(hunt_t("level", {{"n", progress.level()}}));
  if (progress.next_level() > 0) parts.push_back(hunt_t("xp.of", {{"n", progress.xp()}, {"m", progress.next_level()}}));
  lines.push_back(hero_label(scene, number, is_own_hero(scene, number) ? Tint::kStrong : Tint::kPlain) +
                  fmt::format("{}", fmt::join(parts, " · ")));
  if (hero.rests()) return;
  if (!progress.pending().empty()) {
    const bool improves = byte_at(progress.pending(), 0) == kLevelImproves;
    lines.push_back(hunt_row_label("state") +
                    scene.paint(Tint::kWarning, hunt_t(improves ? "pending.improve" : "pending.learn")));
  }
  add_skills(scene, number, {}, lines);
  add_items(scene, number, lines);
}

}  // namespace

void add_village(const Scene& scene, std::vector<std::string>& lines) {
  const v1::HuntView& view = scene.view.hunt();
  if (!view.village().before()) add_market(scene, lines);
  for (const std::uint32_t hero : heroes_of(view)) add_hero_at_rest(scene, hero, lines);
  std::vector<std::string> ready;
  ready.reserve(view.village().ready().size());
  for (std::size_t i = 0; i < view.village().ready().size(); ++i) {
    ready.push_back(seat_name(scene, static_cast<int>(byte_at(view.village().ready(), i))));
  }
  if (!ready.empty() && !view.village().before()) lines.push_back("   " + hunt_t("ready", {{"names", listed(ready)}}));
}

}  // namespace wyrmhall::cli
