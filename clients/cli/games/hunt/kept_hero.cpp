#include "clients/cli/games/hunt/kept_hero.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/moment_text.h"
#include "clients/cli/terminal/terminal.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

std::string sheet_label(std::string_view key) {
  std::size_t width = 0;
  for (const std::string_view each : {"symbol", "skills", "items", "deeds", "days", "state"}) {
    width = std::max(width, columns(t("stable." + std::string(each))));
  }
  return "   " + padded(key == "id" ? "id" : t("stable." + std::string(key)), width + 2);
}

void add_sheet_row(const Paint& paint, std::string_view key, const std::vector<std::string>& texts,
                   std::vector<std::string>& lines) {
  if (texts.empty()) return;
  std::vector<BoardPart> parts;
  parts.reserve(texts.size());
  for (const std::string& text : texts) parts.push_back({text});
  add_wrapped(paint, sheet_label(key), " · ", parts, lines);
}

std::vector<std::string> hero_numbers(const v1::HuntHeroOption& values) {
  std::vector<std::string> parts = {t("stable.level", {{"n", values.level()}}), t("stable.xp", {{"n", values.xp()}}),
                                    t("stable.gold", {{"n", values.gold()}})};
  // For a custom hero that has hunted in no match yet they are not known.
  if (values.has_hp_max()) {
    parts.push_back(t("stable.hp", {{"n", values.hp_max()}}));
    parts.push_back(t("stable.ac", {{"n", values.base_ac()}}));
  } else {
    parts.push_back(t("stable.hp.unrolled"));
  }
  return parts;
}

std::vector<std::string> hero_deeds(const v1::Hero& hero) {
  return {t("stable.chapter", {{"n", hero.chapter()}}), t("stable.slain", {{"n", hero.slain()}})};
}

// What keeps it from hunting, and what it will be asked before it does; nothing if nothing does.
std::vector<std::string> hero_condition(const v1::Hero& hero) {
  std::vector<std::string> state;
  if (hero.values().has_alive() && !hero.values().alive()) state.push_back(t("stable.isDead"));
  for (const int choice : hero.values().pending()) {
    state.push_back(hunt_t(choice == v1::HUNT_LEVEL_CHOICE_IMPROVE ? "pending.improve" : "pending.learn"));
  }
  if (!hero.match_id().empty()) state.push_back(t("stable.hunts"));
  if (hero.fallen_at_us() > 0) state.push_back(t("stable.fell", {{"date", day_text(hero.fallen_at_us())}}));
  if (hero.retired_at_us() > 0) state.push_back(t("stable.left", {{"date", day_text(hero.retired_at_us())}}));
  return state;
}

std::vector<std::string> hero_items(const v1::HuntHeroOption& values) {
  std::vector<std::string> items;
  for (const int item : values.items()) items.push_back(item_name(static_cast<v1::HuntItem>(item)));
  return items;
}

}  // namespace

bool is_gone(const v1::Hero& hero) {
  return hero.fallen_at_us() > 0 || hero.retired_at_us() > 0;
}

std::string hero_title(const v1::Hero& hero) {
  std::string name = strip_control_chars(hero.name());
  if (!hero.player().empty()) name = t("hall.hero", {{"hero", name}, {"name", strip_control_chars(hero.player())}});
  return t("stable.hero", {{"hero", name}, {"class", class_name(hero.values().class_())}});
}

std::vector<std::string> hero_values(const v1::Hero& hero) {
  std::vector<std::string> values = hero_numbers(hero.values());
  std::ranges::move(hero_deeds(hero), std::back_inserter(values));
  std::ranges::move(hero_items(hero.values()), std::back_inserter(values));
  std::ranges::move(hero_condition(hero), std::back_inserter(values));
  return values;
}

std::vector<std::string> hero_sheet(const Paint& paint, const v1::Hero& hero) {
  std::vector<std::string> lines = {paint(Tint::kStrong, hero_title(hero))};
  lines.push_back("   " + fmt::format("{}", fmt::join(hero_numbers(hero.values()), " · ")));
  if (hero.values().symbol() != v1::HUNT_SYMBOL_UNSPECIFIED) {
    add_sheet_row(paint, "symbol", {symbol_name(static_cast<std::uint32_t>(hero.values().symbol()))}, lines);
  }
  std::vector<std::string> skills;
  for (const v1::HuntSheetSkill& skill : hero.values().skills()) {
    const std::string name = skill_name(skill.id());
    skills.push_back(skill.plus() == 0 ? name : hunt_t("skill.improved", {{"skill", name}, {"n", skill.plus()}}));
  }
  add_sheet_row(paint, "skills", skills, lines);
  add_sheet_row(paint, "items", hero_items(hero.values()), lines);
  add_sheet_row(paint, "deeds", hero_deeds(hero), lines);
  add_sheet_row(paint, "days", {t("stable.made", {{"date", day_text(hero.made_at_us())}})}, lines);
  add_sheet_row(paint, "state", hero_condition(hero), lines);
  add_sheet_row(paint, "id", {uuid_text(hero.hero_id())}, lines);
  return lines;
}

std::vector<std::string> hunt_told(const Paint& paint, const std::string& hero, const v1::HeroHunt& hunt) {
  const std::string outcome = v1::HuntOutcome_Name(hunt.outcome()) + ".told";
  std::vector<std::string> dragons;
  for (const int dragon : hunt.dragons()) dragons.push_back(dragon_name(static_cast<v1::HuntDragonKind>(dragon)));
  const std::string line = t("tale.hunt", {{"n", hunt.number()},
                                           {"date", day_text(hunt.at_us())},
                                           {"chapter", hunt.chapter()},
                                           {"dragons", listed(dragons)},
                                           {"end", has_message(outcome) ? t(outcome, {{"n", hunt.rounds()}}) : "?"}});
  std::string more = t("tale.share", {{"xp", hunt.xp()}, {"gold", hunt.gold()}, {"level", hunt.level()}});
  if (hunt.dead()) more += " " + t("tale.dead", {{"hero", hero}});
  return {"   " + line, "      " + more,
          "      " + paint(Tint::kFaint, t("intro.match", {{"id", uuid_text(hunt.match_id())}}))};
}

}  // namespace wyrmhall::cli
