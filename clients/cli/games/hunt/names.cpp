#include "clients/cli/games/hunt/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {
namespace {

// What stands for an enumerator, or its name in the protocol where nothing does.
std::string named(const std::string& enumerator, std::string_view part = {}) {
  const std::string key = enumerator + std::string(part);
  return has_message("hunt", key) ? hunt_t(key) : enumerator;
}

const v1::HuntSheet& sheet_of(const v1::HuntView& view, std::uint32_t hero) {
  return found_in(view.sheets(), hero);
}

// "1 Sword, 2 Sword, Holy Rune": dice by their slots, and behind them items of the hero who is on.
std::string slots_text(const v1::HuntView& view, const std::vector<std::uint32_t>& slots) {
  std::vector<std::string> each;
  each.reserve(slots.size());
  const auto acting = static_cast<std::uint32_t>(std::max(view.acting(), 0));
  for (const std::uint32_t slot : slots) {
    each.push_back(slot < kHuntDice ? fmt::format("{} {}", slot + 1, symbol_name(die_in_slot(view, slot)))
                                    : item_name(item_in_slot(view, acting, slot - kHuntDice)));
  }
  return fmt::format("{}", fmt::join(each, ", "));
}

std::string field_name(const google::protobuf::Descriptor& type, std::int32_t number) {
  const auto* field = type.FindFieldByNumber(number);
  return field == nullptr ? std::to_string(number) : field->name();
}

}  // namespace

std::string hunt_t(std::string_view key, const Arguments& arguments) {
  return t("hunt", key, arguments);
}

std::string hunt_sentence(const Scene& scene, const v1::Sentence& sentence) {
  const SentenceArguments arguments(sentence);
  const std::string& key = v1::HuntPhrase_Name(sentence.hunt());
  if (!has_message("hunt", key)) return line_text(sentence);
  const v1::HuntView& view = scene.view.hunt();
  Arguments values = values_of(scene, arguments, *v1::HuntOptions::descriptor());
  for (int i = 0; i < SentenceArguments::kMax; ++i) {
    const auto add = [&](std::string_view what, const auto& value) {
      values.emplace_back(fmt::format("{}{}", what, i), value);
    };
    const std::int32_t n = arguments[i];
    add("hero", hero_name(scene, n));
    add("dragon", dragon_name(found_in(view.dragons(), arguments.index(i)).id()));
    add("kind", dragon_name(static_cast<v1::HuntDragonKind>(n)));
    add("class", named(v1::HuntClass_Name(n)));
    add("skill", skill_name(static_cast<v1::HuntSkill>(n)));
    add("item", item_name(static_cast<v1::HuntItem>(n)));
    add("price", found_in(view.items(), arguments.index(i)).price());
    add("symbol", symbol_name(arguments.index(i)));
    add("part", named(v1::HuntPart_Name(n)));
    add("field", field_name(*v1::HuntHeroOption::descriptor(), n));
    for (const std::string_view counted : {"slot", "place", "group"}) add(counted, n + 1);
  }
  const std::vector<std::uint32_t> all = all_arguments(sentence);
  std::vector<std::string> heroes;
  heroes.reserve(all.size());
  for (const std::uint32_t hero : all) heroes.push_back(hero_name(scene, hero));
  values.emplace_back("heroes", listed(heroes));
  values.emplace_back("held", item_name(item_in_slot(view, arguments.index(0), std::int64_t{arguments[1]} - 1)));
  values.emplace_back("dice", slots_text(view, all));
  return hunt_t(key, values);
}

std::string kept_name(const Scene& scene, std::int64_t hero) {
  const auto& kept = scene.info.options().heroes();
  const auto found = std::ranges::find(kept, hero, &v1::BroughtHero::place);
  return found == kept.end() ? std::string() : strip_control_chars(found->name());
}

std::string hero_name(const Scene& scene, std::int64_t hero) {
  const v1::HuntView& view = scene.view.hunt();
  const auto found = hero < 0 ? view.sheets().end() : view.sheets().find(static_cast<std::uint32_t>(hero));
  if (found == view.sheets().end()) return hunt_t("hero.none");
  if (std::string kept = kept_name(scene, hero); !kept.empty()) return kept;
  std::string name = class_name(found->second.class_());
  const auto has_this_name = [&](const auto& entry) {
    return entry.second.class_() == found->second.class_() && kept_name(scene, entry.first).empty();
  };
  if (std::ranges::count_if(view.sheets(), has_this_name) < 2) return name;
  return hunt_t("hero.numbered", {{"hero", name}, {"n", hero + 1}});
}

std::string hero_and_player(const Scene& scene, std::uint32_t hero) {
  if (scene.info.seats_size() < 2) return hero_name(scene, hero);
  const std::string player = seat_name(scene, static_cast<int>(sheet_of(scene.view.hunt(), hero).seat()));
  return hunt_t("hero.seat", {{"hero", hero_name(scene, hero)}, {"name", player}});
}

std::string hero_names(const Scene& scene, std::string_view heroes) {
  std::vector<std::string> names;
  names.reserve(heroes.size());
  for (std::size_t i = 0; i < heroes.size(); ++i) names.push_back(hero_name(scene, byte_at(heroes, i)));
  return listed(names);
}

bool is_own_hero(const Scene& scene, std::uint32_t hero) {
  return scene.seat >= 0 && sheet_of(scene.view.hunt(), hero).seat() == static_cast<std::uint32_t>(scene.seat);
}

std::vector<std::uint32_t> heroes_of(const v1::HuntView& view) {
  std::vector<std::uint32_t> heroes;
  for (const auto& [hero, sheet] : view.sheets()) heroes.push_back(hero);
  std::ranges::sort(heroes);
  return heroes;
}

std::vector<std::uint32_t> dragons_of(const v1::HuntView& view) {
  std::vector<std::uint32_t> dragons;
  for (const std::uint32_t dragon : {0U, 1U}) {
    if (found_in(view.dragons(), dragon).id() != v1::HUNT_DRAGON_KIND_UNSPECIFIED) dragons.push_back(dragon);
  }
  return dragons;
}

std::string class_name(v1::HuntClass hero_class) {
  return named(v1::HuntClass_Name(hero_class));
}

std::string dragon_name(v1::HuntDragonKind kind) {
  if (kind == v1::HUNT_DRAGON_KIND_UNSPECIFIED) return hunt_t("dragon.this");
  return named(v1::HuntDragonKind_Name(kind));
}

std::string skill_name(v1::HuntSkill skill) {
  return named(v1::HuntSkill_Name(skill));
}

std::string item_name(v1::HuntItem item) {
  return named(v1::HuntItem_Name(item));
}

std::string symbol_name(std::uint32_t symbol) {
  return named(v1::HuntSymbol_Name(static_cast<int>(symbol)));
}

std::string symbol_letter(std::uint32_t symbol) {
  return named(v1::HuntSymbol_Name(static_cast<int>(symbol)), ".letter");
}

std::uint32_t die_in_slot(const v1::HuntView& view, std::uint32_t slot) {
  const bool passed_on = slot == 0 && view.rolls() == 0;
  return passed_on ? static_cast<std::uint32_t>(view.kept()) : byte_at(view.dice(), slot);
}

std::string symbols_text(std::string_view dice) {
  std::vector<std::string> each;
  each.reserve(dice.size());
  for (std::size_t i = 0; i < dice.size(); ++i) each.push_back(symbol_name(byte_at(dice, i)));
  return fmt::format("{}", fmt::join(each, ", "));
}

v1::HuntItem item_in_slot(const v1::HuntView& view, std::uint32_t hero, std::int64_t slot) {
  const auto& items = found_in(view.progress(), hero).items();
  return slot < 0 || slot >= items.size() ? v1::HUNT_ITEM_UNSPECIFIED : items[static_cast<int>(slot)].id();
}

std::string items_text(const v1::HuntView& view, std::uint32_t hero, std::string_view slots) {
  std::vector<std::string> names;
  names.reserve(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i)
    names.push_back(item_name(item_in_slot(view, hero, byte_at(slots, i))));
  return listed(names);
}

std::vector<std::uint32_t> all_arguments(const v1::Sentence& sentence) {
  return {sentence.arguments().begin(), sentence.arguments().end()};
}

}  // namespace wyrmhall::cli
