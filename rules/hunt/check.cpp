// Which options a match of Dice & Dragons can be started with.
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "rules/hunt/rules.h"

namespace wyrmhall::rules::hunt {
namespace {

using Refusal = std::optional<Fault>;

// A list of hostile length still fits the Fault's number.
std::int32_t shown(std::size_t length) {
  return static_cast<std::int32_t>(std::min<std::size_t>(length, 1'000'000));
}

Refusal check_range(std::string_view rule, Option option, int value, Range range) {
  if (range.holds(value)) return std::nullopt;
  return refuse(rule, Reason::option_range, {number(option), value, range.least, range.most});
}

Refusal check_length(std::string_view rule, Option option, std::size_t length, int needed) {
  if (length == static_cast<std::size_t>(needed)) return std::nullopt;
  return refuse(rule, Reason::option_length, {number(option), shown(length), needed, needed});
}

Refusal check_field(std::string_view rule, HeroField field, std::optional<int> value, Range range) {
  if (!value || range.holds(*value)) return std::nullopt;
  return refuse(rule, Reason::hero_field_range, {number(field), *value, range.least, range.most});
}

Refusal check_field_length(std::string_view rule, HeroField field, std::size_t length, Range range) {
  if (range.holds(shown(length))) return std::nullopt;
  return refuse(rule, Reason::hero_field_length, {number(field), shown(length), range.least, range.most});
}

// L3: what an improved skill must say, and no other.
bool is_sound(const HeroSkill& skill) {
  if (skill.plus > 1) return false;
  if (skill.plus == 0) return !skill.part;
  if (!is_improvable(skill.id)) return false;
  if (!skill.part) return data_of(skill.id).kind != SkillKind::drain;
  return *skill.part <= Part::heal && has_part(skill.id, *skill.part);
}

Refusal check_skills(int hero, std::span<const HeroSkill> skills) {
  if (auto refusal = check_field_length("S3", HeroField::skills, skills.size(), kHeroSkills)) return refusal;
  for (std::size_t i = 0; i < skills.size(); ++i) {
    const Skill skill = skills[i].id;
    if (skill >= Skill::jab) return refuse("S3", Reason::skill_is_general, {hero, number(skill)});
    const auto before = skills.first(i);
    if (std::ranges::find(before, skill, &HeroSkill::id) != before.end()) {
      return refuse("S3", Reason::skill_twice, {hero, number(skill)});
    }
    if (!is_sound(skills[i])) return refuse("L3", Reason::improved_wrongly, {hero, number(skill)});
  }
  return std::nullopt;
}

// N1.
Refusal check_custom(int hero, const HeroOption& option) {
  if (!option.symbol || *option.symbol >= Symbol::dragon) return refuse("N1", Reason::needs_symbol, {hero});
  if (!option.skills) return refuse("N1", Reason::needs_skills, {hero});
  const std::size_t length = option.skills->size();
  if (length < kCustomSkills) return refuse("N1", Reason::too_few_skills, {hero, shown(length), kCustomSkills});
  int strikes = 0;
  for (const HeroSkill& skill : std::span(*option.skills).first(kCustomSkills)) {
    if (skill.id >= Skill::jab) return refuse("S3", Reason::skill_is_general, {hero, number(skill.id)});
    if (data_of(skill.id).learnt) return refuse("N1", Reason::skill_not_starting, {hero, number(skill.id)});
    strikes += data_of(skill.id).strike ? 1 : 0;
  }
  if (strikes > 1) return refuse("N1", Reason::strike_twice, {hero});
  return std::nullopt;
}

Refusal check_hero(int hero, const HeroOption& option) {
  constexpr Range kClassRange{0, number(Class::custom)};
  constexpr Range kAny{0, std::numeric_limits<int>::max()};
  constexpr Range kChoiceCount{0, kMaxLevelChoices};
  constexpr Range kChoiceRange{0, number(LevelChoice::learn)};
  constexpr Range kItemCount{0, kMaxItems};
  constexpr Range kItemRange{0, number(Item::whetstone)};
  constexpr Range kSymbolRange{0, number(Symbol::dragon) - 1};
  if (auto refusal = check_field("G1", HeroField::seat, option.seat, kHeroSeat)) return refusal;
  if (auto refusal = check_field("S1", HeroField::of, number(option.of), kClassRange)) return refusal;
  if (option.symbol) {
    if (auto refusal = check_field("N1", HeroField::symbol, number(*option.symbol), kSymbolRange)) return refusal;
  }
  if (auto refusal = check_field("L1", HeroField::level, option.level, kHeroLevel)) return refusal;
  if (auto refusal = check_field("L1", HeroField::xp, option.xp, kAny)) return refusal;
  if (auto refusal = check_field("S2", HeroField::gold, option.gold, kAny)) return refusal;
  if (auto refusal = check_field("S2", HeroField::hpMax, option.hpMax, kHeroHp)) return refusal;
  if (auto refusal = check_field("S2", HeroField::baseAc, option.baseAc, kHeroAc)) return refusal;
  if (option.items) {
    if (auto refusal = check_field_length("V4", HeroField::items, option.items->size(), kItemCount)) return refusal;
    for (const Item item : *option.items) {
      if (auto refusal = check_field("V4", HeroField::items, number(item), kItemRange)) return refusal;
    }
  }
  if (option.pending) {
    if (auto refusal = check_field_length("L1", HeroField::pending, option.pending->size(), kChoiceCount))
      return refusal;
    for (const LevelChoice choice : *option.pending) {
      if (auto refusal = check_field("L1", HeroField::pending, number(choice), kChoiceRange)) return refusal;
    }
  }
  if (option.of == Class::custom) {
    if (auto refusal = check_custom(hero, option)) return refusal;
  }
  return option.skills ? check_skills(hero, *option.skills) : std::nullopt;
}

// G1, S1, S4.
Refusal check_heroes(const Options& options) {
  const std::size_t length = options.heroes.size();
  if (!kHeroCount.holds(shown(length))) {
    return refuse("G1", Reason::option_length,
                  {number(Option::heroes), shown(length), kHeroCount.least, kHeroCount.most});
  }
  std::array<bool, kClasses.size()> taken{};
  Places seats;
  for (std::size_t i = 0; i < length; ++i) {
    const HeroOption& hero = options.heroes[i];
    if (auto refusal = check_hero(static_cast<int>(i), hero)) return refusal;
    seats.insert(static_cast<unsigned>(hero.seat));
    if (hero.of == Class::custom) continue;
    if (taken[index(hero.of)]) return refuse("S1", Reason::class_twice, {number(hero.of)});
    taken[index(hero.of)] = true;
  }
  for (int seat = 0; seat < seats.last(); ++seat) {
    if (!seats.contains(static_cast<unsigned>(seat))) return refuse("G1", Reason::seat_missing, {seat});
  }
  if (living_heroes(options) == 0) return refuse("S4", Reason::nobody_alive);
  return std::nullopt;
}

Refusal check_dragons(const Options& options) {
  constexpr Range kKinds{0, number(DragonKind::sun_golden)};
  const int needed = dragons_for(living_heroes(options));
  if (options.dragons) {
    const auto& dragons = *options.dragons;
    if (auto refusal = check_length("G1", Option::dragons, dragons.size(), needed)) return refusal;
    for (const DragonKind kind : dragons) {
      if (auto refusal = check_range("G1", Option::dragons, number(kind), kKinds)) return refusal;
    }
    if (needed == 2 && dragons[0] == dragons[1]) return refuse("G1", Reason::dragon_twice, {number(dragons[0])});
  }
  if (!options.dragonHp) return std::nullopt;
  if (auto refusal = check_length("G1", Option::dragonHp, options.dragonHp->size(), needed)) return refusal;
  for (const int hp : *options.dragonHp) {
    if (auto refusal = check_range("G1", Option::dragonHp, hp, kDragonHp)) return refusal;
  }
  return std::nullopt;
}

// P1.
Refusal check_groups(const Options& options) {
  if (!options.groups) return std::nullopt;
  const auto& groups = *options.groups;
  const int heroes = static_cast<int>(options.heroes.size());
  const int needed = std::max(heroes, 4);
  if (living_heroes(options) < needed) {
    return refuse("P1", Reason::groups_need_living, {living_heroes(options), needed});
  }
  if (auto refusal = check_length("P1", Option::groups, groups.size(), heroes)) return refusal;
  int second = 0;
  for (const int group : groups) {
    if (auto refusal = check_range("P1", Option::groups, group, kGroups)) return refusal;
    second += group;
  }
  if (are_groups(heroes - second, second)) return std::nullopt;
  return refuse("P1", Reason::group_sizes, {heroes - second, second});
}

}  // namespace

std::optional<Fault> check_options(const Options& options) {
  constexpr Range kDefeatRules{0, number(DefeatRule::mercy)};
  if (auto refusal = check_heroes(options)) return refusal;
  if (auto refusal = check_range("G1", Option::chapter, options.chapter, kChapterRange)) return refusal;
  if (auto refusal = check_range("E4", Option::roundLimit, options.roundLimit, kRoundLimit)) return refusal;
  if (auto refusal = check_range("W2", Option::defeatRule, number(options.defeatRule), kDefeatRules)) return refusal;
  if (auto refusal = check_range("X1", Option::maxLocked, options.maxLocked, kLockedDice)) return refusal;
  if (auto refusal = check_range("L6", Option::fourthToken, options.fourthToken, kFourthToken)) return refusal;
  if (auto refusal = check_range("A2", Option::healingWave, options.healingWave, kHealingWave)) return refusal;
  if (auto refusal = check_dragons(options)) return refusal;
  return check_groups(options);
}

}  // namespace wyrmhall::rules::hunt
