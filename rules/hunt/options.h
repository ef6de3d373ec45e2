// What can be chosen about a match of Dice & Dragons before it starts. Rule numbers are those of docs/rules/hunt.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/described.h"
#include "rules/hunt/data.h"

namespace wyrmhall::rules::hunt {

// What an improvement of a skill adds to (L3).
enum class Part : std::uint8_t { attack, heal };
inline constexpr auto kPartNames = kNamesUpTo<Part::heal>;

// What a new level lets its hero choose (L3, L4).
enum class LevelChoice : std::uint8_t { improve, learn };
inline constexpr auto kLevelChoiceNames = kNamesUpTo<LevelChoice::learn>;
inline constexpr std::size_t kMaxLevelChoices = kMaxLevel - 1;

// W2.
enum class DefeatRule : std::uint8_t { newBand, mercy };
inline constexpr auto kDefeatRuleNames = kNamesUpTo<DefeatRule::mercy>;

// Rules versions: 1; since 2 each hunt is followed by a village, a choice of a level is never lost, and a player who
// wants to flee calls for the vote (V8, V5, E3); since 3 the gold that is left over can be shared otherwise, and
// another hero played (V2, V9).
inline constexpr std::array<std::uint32_t, 3> kVersions = {1, 2, 3};
inline constexpr std::uint32_t kAlwaysAVillage = 2;
inline constexpr std::uint32_t kChoicesStay = 2;
inline constexpr std::uint32_t kFlightIsCalled = 2;
inline constexpr std::uint32_t kLeftOverIsShared = 3;
inline constexpr std::uint32_t kHeroesSwitch = 3;

inline constexpr Range kChapterRange{1, kChapters};
inline constexpr Range kRoundLimit{5, 60};
inline constexpr Range kDragonHp{1, 999};
inline constexpr Range kLockedDice{2, kDice};
inline constexpr Range kFourthToken{3, 4};
inline constexpr Range kHealingWave{3, 4};
// What these options are unless told otherwise. Such a value is never written, so records from before the options stay
// exactly as they are.
inline constexpr int kUsualMaxLocked = 2;
inline constexpr int kUsualFourthToken = 4;
inline constexpr int kUsualHealingWave = 3;
inline constexpr Range kGroups{0, 1};
inline constexpr Range kHeroCount{1, kMaxHeroes};
inline constexpr Range kHeroSeat{0, kMaxHeroes - 1};
inline constexpr Range kHeroLevel{1, kMaxLevel};
inline constexpr Range kHeroHp{1, 99};
inline constexpr Range kHeroAc{0, 9};
inline constexpr Range kHeroSkills{1, kMaxSheet};

// A skill on a sheet. In options it may be its id alone.
struct HeroSkill {
  Skill id = Skill::cleave;
  std::uint8_t plus = 0;       // 1 once it is improved
  std::optional<Part> part{};  // the part of it that is improved
  static constexpr bool kOptional = true;
  static constexpr auto kFields =
      fields(field("id", &HeroSkill::id, {.names = kSkillNames}), field("plus", &HeroSkill::plus, {.most = 1}),
             field("part", &HeroSkill::part, {.names = kPartNames}));
  friend bool operator==(const HeroSkill&, const HeroSkill&) = default;
};

// A hero as it comes into the match. What is not given is that of its class (S2), or for a custom hero that of N2.
struct HeroOption {
  int seat = 0;
  Class of = Class::warrior;
  std::optional<Symbol> symbol{};  // of a custom hero, who must have one
  std::optional<int> level{};
  std::optional<int> xp{};
  std::optional<int> gold{};
  std::optional<int> hpMax{};
  std::optional<int> baseAc{};
  std::optional<std::vector<HeroSkill>> skills{};
  std::optional<std::vector<Item>> items{};
  bool alive = true;  // S4
  // Choices of its levels that are still to be made, in their order; since rules version 2 (V5).
  std::optional<std::vector<LevelChoice>> pending{};

  static constexpr bool kOptional = true;
  static constexpr auto kFields = fields(
      field("seat", &HeroOption::seat, {.range = kHeroSeat}), field("class", &HeroOption::of, {.names = kClassNames}),
      field("symbol", &HeroOption::symbol, {.names = kSymbolNames, .left_out = true}),
      field("level", &HeroOption::level, {.left_out = true, .range = kHeroLevel}),
      field("xp", &HeroOption::xp, {.least = 0, .left_out = true}),
      field("gold", &HeroOption::gold, {.least = 0, .left_out = true}),
      field("hpMax", &HeroOption::hpMax, {.left_out = true, .range = kHeroHp}),
      field("baseAc", &HeroOption::baseAc, {.left_out = true, .range = kHeroAc}),
      field("skills", &HeroOption::skills, {.left_out = true}),
      field("items", &HeroOption::items, {.names = kItemNames, .left_out = true}), field("alive", &HeroOption::alive),
      field("pending", &HeroOption::pending, {.names = kLevelChoiceNames, .left_out = true}));
  friend bool operator==(const HeroOption&, const HeroOption&) = default;
};

struct Options {
  std::vector<HeroOption> heroes = {{.seat = 0, .of = Class::warrior}, {.seat = 0, .of = Class::cleric}};
  int chapter = 1;
  bool campaign = false;
  bool homecoming = false;  // V8: of rules version 1; since 2 there is always a village
  int roundLimit = 30;      // E4
  DefeatRule defeatRule = DefeatRule::newBand;
  // Of the first hunt.
  std::optional<std::vector<DragonKind>> dragons{};
  std::optional<std::vector<int>> dragonHp{};
  std::optional<std::vector<int>> groups{};
  // Readings of the old guide that differ from the usual ones.
  int maxLocked = kUsualMaxLocked;      // X1, R-HUNT-10
  int fourthToken = kUsualFourthToken;  // L6, R-HUNT-3: the level
  int healingWave = kUsualHealingWave;  // R-HUNT-12: hit points
  bool assistOverFury = false;          // H1, R-HUNT-7
  bool lastMayDecline = false;          // P7, R-HUNT-29

  static constexpr bool kOptional = true;
  static constexpr auto kFields = fields(
      field("heroes", &Options::heroes), field("chapter", &Options::chapter, {.range = kChapterRange}),
      field("campaign", &Options::campaign), field("homecoming", &Options::homecoming, {.retired = true}),
      field("roundLimit", &Options::roundLimit, {.range = kRoundLimit}),
      field("defeatRule", &Options::defeatRule, {.names = kDefeatRuleNames}),
      field("dragons", &Options::dragons, {.names = kDragonNames}),
      field("dragonHp", &Options::dragonHp, {.range = kDragonHp}),
      field("groups", &Options::groups, {.range = kGroups}),
      field("maxLocked", &Options::maxLocked, {.none = kUsualMaxLocked, .left_out = true, .range = kLockedDice}),
      field("fourthToken", &Options::fourthToken, {.none = kUsualFourthToken, .left_out = true, .range = kFourthToken}),
      field("healingWave", &Options::healingWave, {.none = kUsualHealingWave, .left_out = true, .range = kHealingWave}),
      field("assistOverFury", &Options::assistOverFury, {.none = 0, .left_out = true}),
      field("lastMayDecline", &Options::lastMayDecline, {.none = 0, .left_out = true}));
  friend bool operator==(const Options&, const Options&) = default;
};

// The options by number, in the order of their fields, as Faults name them; and those of a hero.
enum class Option : std::uint8_t {
  heroes,
  chapter,
  campaign,
  homecoming,
  roundLimit,
  defeatRule,
  dragons,
  dragonHp,
  groups,
  maxLocked,
  fourthToken,
  healingWave,
  assistOverFury,
  lastMayDecline
};
enum class HeroField : std::uint8_t { seat, of, symbol, level, xp, gold, hpMax, baseAc, skills, items, alive, pending };

// How many heroes come alive.
constexpr int living_heroes(const Options& options) {
  int count = 0;
  for (const HeroOption& hero : options.heroes) count += hero.alive ? 1 : 0;
  return count;
}

// L3: whether a skill has a part that can be improved; a Strike is never improved.
constexpr bool has_part(Skill skill, Part part) {
  const SkillKind kind = data_of(skill).kind;
  if (kind == SkillKind::drain) return true;
  return kind == (part == Part::attack ? SkillKind::attack : SkillKind::heal);
}
constexpr bool is_improvable(Skill skill) {
  return skill < Skill::jab && !data_of(skill).strike && (has_part(skill, Part::attack) || has_part(skill, Part::heal));
}

// P1: 2+2 or 2+3 heroes.
constexpr bool are_groups(int first, int second) {
  return first >= 2 && second >= 2 && first + second <= kMaxHeroes;
}

// G1: how many dragons this many heroes hunt.
constexpr int dragons_for(int heroes) {
  return heroes >= 4 ? 2 : 1;
}

}  // namespace wyrmhall::rules::hunt
