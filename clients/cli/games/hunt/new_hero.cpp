#include "clients/cli/games/hunt/new_hero.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/typed/parts.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/messages.h"
#include "clients/model/code_name.h"

namespace wyrmhall::cli {
namespace {

constexpr int kStartingSkills = 6;  // of a custom hero (N1)
constexpr std::array kStrikes = {v1::HUNT_SKILL_MIGHTY_STRIKE, v1::HUNT_SKILL_ARCANE_STRIKE,
                                 v1::HUNT_SKILL_RIGHTEOUS_STRIKE, v1::HUNT_SKILL_TWIN_STRIKE,
                                 v1::HUNT_SKILL_FLANKING_STRIKE};

// What an enumeration names, in the language of the player and as the protocol has it.
std::vector<Named> names_of_all(const google::protobuf::EnumDescriptor& type) {
  std::vector<Named> names;
  for (int i = 1; i < type.value_count(); ++i) {
    const auto& value = *type.value(i);
    std::string code = clients::short_name(value);
    std::ranges::replace(code, '_', ' ');
    if (has_message("hunt", value.name())) names.push_back({value.number(), hunt_t(value.name())});
    names.push_back({value.number(), code});
  }
  return names;
}

// "mighty_strike" and "mighty-strike" are as good as "mighty strike".
std::vector<std::string> plain_words(std::string_view typed) {
  std::string text(typed);
  std::ranges::replace(text, '_', ' ');
  std::ranges::replace(text, '-', ' ');
  return words_in(text);
}

// The names without those that stand for the same.
std::vector<Named> each_once(std::vector<Named> names) {
  std::set<int> numbers;
  std::erase_if(names, [&](const Named& each) { return !numbers.insert(each.number).second; });
  return names;
}

template <class Enum>
std::vector<std::string> names_of_first(const google::protobuf::EnumDescriptor& type, Enum last) {
  std::vector<std::string> names;
  for (int number = 1; number <= static_cast<int>(last); ++number) {
    names.push_back(hunt_t(type.FindValueByNumber(number)->name()));
  }
  return names;
}

}  // namespace

bool is_starting_skill(v1::HuntSkill skill) {
  return skill >= v1::HUNT_SKILL_CLEAVE && skill <= v1::HUNT_SKILL_ASSASSINATE;
}

bool is_strike(v1::HuntSkill skill) {
  return std::ranges::find(kStrikes, skill) != kStrikes.end();
}

std::string starting_skills_text() {
  std::vector<std::string> names;
  for (int number = v1::HUNT_SKILL_CLEAVE; number <= v1::HUNT_SKILL_ASSASSINATE; ++number) {
    const auto skill = static_cast<v1::HuntSkill>(number);
    names.push_back(skill_name(skill) + (is_strike(skill) ? " (" + t("make.strike") + ")" : ""));
  }
  return listed(names);
}

std::string NewHero::drop_skill(const std::string& word) {
  const auto names = each_once(names_at_front(names_of_all(*v1::HuntSkill_descriptor()), plain_words(word)).names);
  if (names.empty()) return hunt_t("type.noSkill", {{"word", word}});
  auto& skills = *hero_.mutable_skills();
  for (auto skill = skills.begin(); skill != skills.end(); ++skill) {
    if (std::ranges::find(names, *skill, &Named::number) == names.end()) continue;
    skills.erase(skill);
    return {};
  }
  return t("make.notChosen", {{"skill", skill_name(static_cast<v1::HuntSkill>(names.front().number))}});
}

std::string NewHero::type(std::string_view words) {
  std::vector<std::string> added;
  for (const std::string& word : words_in(words)) {
    if (!word.starts_with('-')) {
      std::ranges::move(plain_words(word), std::back_inserter(added));
    } else if (std::string wrong = drop_skill(word.substr(1)); !wrong.empty()) {
      return wrong;
    }
  }
  for (TypedWords left = added; !left.empty();) {
    // The class first, then for a custom hero the symbol, then skills. A player who types more later may change the
    // symbol. Words that together name a skill are that skill: "holy wrath", not Holy and "wrath".
    const bool needs_class = hero_.hero_class() == v1::HUNT_CLASS_UNSPECIFIED;
    bool is_symbol = false;
    NamesAtFront front;
    if (needs_class) {
      front = names_at_front(names_of_all(*v1::HuntClass_descriptor()), left);
    } else if (is_custom()) {
      front = names_at_front(names_of_all(*v1::HuntSkill_descriptor()), left);
      NamesAtFront symbol = names_at_front(names_of_all(*v1::HuntSymbol_descriptor()), left);
      is_symbol = !symbol.names.empty() && symbol.words >= front.words;
      if (is_symbol) front = std::move(symbol);
    } else {
      return t("make.sheet", {{"class", class_name(hero_.hero_class())}});
    }
    const std::vector<Named> names = each_once(front.names);
    if (names.empty() && needs_class) {
      const auto classes = names_of_first(*v1::HuntClass_descriptor(), v1::HUNT_CLASS_CUSTOM);
      return t("make.noClass", {{"word", left.front()}, {"list", listed(classes)}});
    }
    if (names.empty()) return hunt_t("type.noSkill", {{"word", left.front()}});
    if (names.size() > 1) return which_of(left.front(), names);
    if (needs_class) {
      hero_.set_hero_class(static_cast<v1::HuntClass>(names.front().number));
    } else if (is_symbol) {
      hero_.set_symbol(static_cast<v1::HuntSymbol>(names.front().number));
    } else {
      hero_.add_skills(static_cast<v1::HuntSkill>(names.front().number));
    }
    left = left.subspan(front.words);
  }
  return {};
}

std::string NewHero::chosen() const {
  std::vector<std::string> names;
  if (hero_.symbol() != v1::HUNT_SYMBOL_UNSPECIFIED) names.push_back(symbol_name(hero_.symbol()));
  for (const int skill : hero_.skills()) names.push_back(skill_name(static_cast<v1::HuntSkill>(skill)));
  return listed(names);
}

std::vector<std::string> NewHero::faults() const {
  std::vector<std::string> faults;
  if (!is_custom()) return faults;
  if (hero_.symbol() < v1::HUNT_SYMBOL_SWORD || hero_.symbol() > v1::HUNT_SYMBOL_DAGGER) {
    const auto symbols = names_of_first(*v1::HuntSymbol_descriptor(), v1::HUNT_SYMBOL_DAGGER);
    faults.push_back(t("make.symbol.missing", {{"list", listed(symbols)}}));
  }
  std::set<int> skills;
  std::vector<std::string> strikes;
  for (const int number : hero_.skills()) {
    const auto skill = static_cast<v1::HuntSkill>(number);
    if (!is_starting_skill(skill)) faults.push_back(t("make.skill.later", {{"skill", skill_name(skill)}}));
    if (!skills.insert(number).second) {
      faults.push_back(t("make.skill.twice", {{"skill", skill_name(skill)}}));
    } else if (is_strike(skill)) {
      strikes.push_back(skill_name(skill));
    }
  }
  if (strikes.size() > 1) faults.push_back(t("make.strikes", {{"list", listed(strikes)}}));
  const int more = kStartingSkills - hero_.skills_size();
  if (more > 0) faults.push_back(t("make.skills.missing", {{"n", more}}));
  if (more < 0) faults.push_back(t("make.skills.over", {{"n", -more}}));
  return faults;
}

}  // namespace wyrmhall::cli
