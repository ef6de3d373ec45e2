#include "clients/cli/games/hunt/typed/parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

// One name written out, or all that have a word that begins so.
std::vector<Named> names_typed(const std::vector<Named>& all, const std::string& typed) {
  std::vector<Named> names;
  for (const Named& each : all) {
    const std::string name = plain_letters(each.name);
    if (name == typed) return {each};
    if (name.starts_with(typed) || name.contains(" " + typed)) names.push_back(each);
  }
  return names;
}

bool have_same_name(const std::vector<Named>& names) {
  return std::ranges::all_of(names, [&](const Named& each) { return each.name == names.front().name; });
}

}  // namespace

std::string hunt_word(std::string_view key) {
  return plain_letters(hunt_t("word." + std::string(key)));
}

NamesAtFront names_at_front(const std::vector<Named>& all, TypedWords words) {
  for (std::size_t count = words.size(); count > 0; --count) {
    const std::string typed = fmt::format("{}", fmt::join(words.first(count), " "));
    std::vector<Named> names = names_typed(all, typed);
    if (names.empty()) continue;
    // Two of the same are as good as one.
    if (have_same_name(names)) names.resize(1);
    return {std::move(names), count};
  }
  return {};
}

std::string shortest_way(const std::vector<Named>& all, const Named& one) {
  std::string name = plain_letters(one.name);
  for (const std::string& word : words_in(name)) {
    const std::vector<Named> names = names_typed(all, word);
    if (have_same_name(names) && names.front().name == one.name) return word;
  }
  return name;
}

std::vector<Named> named_heroes(const Scene& scene) {
  std::vector<Named> names;
  for (const std::uint32_t hero : heroes_of(scene.view.hunt())) {
    names.push_back({static_cast<int>(hero), hero_name(scene, hero)});
  }
  return names;
}

std::vector<Named> named_skills(const v1::HuntView& view, std::uint32_t hero, bool general) {
  std::vector<Named> names;
  for (const v1::HuntSheetSkill& skill : found_in(view.sheets(), hero).skills()) {
    names.push_back({skill.id(), skill_name(skill.id())});
  }
  if (!general) return names;
  for (const v1::HuntSkill skill : {v1::HUNT_SKILL_JAB, v1::HUNT_SKILL_TREAT_WOUNDS}) {
    names.push_back({skill, skill_name(skill)});
  }
  return names;
}

std::vector<Named> named_items(const v1::HuntView& view, std::uint32_t hero) {
  std::vector<Named> names;
  const auto& items = found_in(view.progress(), hero).items();
  names.reserve(static_cast<std::size_t>(items.size()));
  for (int slot = 0; slot < items.size(); ++slot) names.push_back({slot, item_name(items[slot].id())});
  return names;
}

std::vector<Named> named_values(const v1::HuntView& view, const v1::FormPart& part) {
  std::vector<Named> names;
  for (int i = 0; i < std::min(part.values_size(), part.meanings_size()); ++i) {
    const v1::Sentence& meaning = part.meanings(i);
    const SentenceArguments says(meaning);
    const v1::HuntItem item = meaning.hunt() == v1::HUNT_PHRASE_ITEM_IN_SLOT
                                  ? item_in_slot(view, says.index(0), std::int64_t{says[1]} - 1)
                                  : static_cast<v1::HuntItem>(says[0]);
    names.push_back({static_cast<int>(part.values(i)), item_name(item)});
  }
  return names;
}

std::optional<std::uint32_t> hero_typed(const Scene& scene, std::string_view word) {
  const v1::HuntView& view = scene.view.hunt();
  if (const auto number = number_in_word(word)) {
    const std::uint32_t hero = *number - 1;  // 0 is none
    return view.sheets().contains(hero) ? std::optional(hero) : std::nullopt;
  }
  std::vector<Named> names = names_typed(named_heroes(scene), std::string(word));
  if (names.empty()) {
    std::vector<Named> classes;
    for (const auto& [hero, sheet] : view.sheets()) {
      classes.push_back({static_cast<int>(hero), class_name(sheet.class_())});
    }
    names = names_typed(classes, std::string(word));
  }
  return names.size() == 1 ? std::optional(static_cast<std::uint32_t>(names.front().number)) : std::nullopt;
}

std::string which_of(std::string_view typed, const std::vector<Named>& names) {
  std::vector<std::string> each;
  each.reserve(names.size());
  for (const Named& one : names) each.push_back(one.name);
  return hunt_t("type.which", {{"word", typed}, {"list", listed(each)}});
}

}  // namespace wyrmhall::cli
