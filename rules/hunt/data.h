// The content of Dice & Dragons: classes, skills, items, dragons and chapters (docs/rules/hunt.md). What they are
// called in play is the clients' business; the enumerators are the ids of the rulebook's data, in its order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/enumerators.h"

namespace wyrmhall::rules::hunt {

// The face of a die, 1..6 in this order; blank where it is not rolled yet.
enum class Symbol : std::uint8_t { sword, magic, holy, crossbow, dagger, dragon, blank };
inline constexpr std::array<std::string_view, 7> kSymbolNames = {"S", "M", "H", "B", "D", "G", ""};
inline constexpr int kFaces = 6;
inline constexpr std::size_t kClassSymbols = 5;  // all but the Dragon

constexpr std::size_t index(auto enumerator) {
  return static_cast<std::size_t>(enumerator);
}

inline constexpr int kMaxHeroes = 5;  // G1
inline constexpr int kMaxSheet = 8;   // skills of a hero
inline constexpr int kMaxItems = 2;
inline constexpr int kDice = 5;
inline constexpr int kMaxRolls = 3;  // R1, F1, L2, N2
inline constexpr int kMaxLevel = 5;
inline constexpr int kChapters = 10;

// S3: the supplies of the whole hunt.
inline constexpr int kAllySupply = 9;
inline constexpr int kPoisonSupply = 4;
inline constexpr int kPinSupply = 4;
inline constexpr int kBlessedSupply = 4;
inline constexpr int kTokens = 3;            // of a hero per round
inline constexpr int kStartGold = 2;         // S2
inline constexpr int kResurrectionGold = 2;  // V3

// N1, N2.
inline constexpr int kCustomSkills = 6;
inline constexpr int kCustomHp = 18;
inline constexpr int kCustomAcUpTo = 20;

// L1: by level.
inline constexpr std::array<std::uint8_t, kMaxLevel + 1> kThresholds = {0, 0, 6, 14, 26, 39};

// --- Skills ---

enum class Skill : std::uint8_t {
  cleave,
  mighty_strike,
  whirlwind,
  shield_bash,
  second_wind,
  overhead_chop,
  magic_missile,
  arcane_strike,
  fireball,
  frost_ray,
  mend,
  shield,
  smite,
  righteous_strike,
  holy_wrath,
  heal,
  blessing,
  aimed_shot,
  twin_strike,
  arrow_storm,
  snare_shot,
  soothing_moss,
  barbed_arrow,
  stab,
  flanking_strike,
  sudden_death,
  venom_dart,
  bandage,
  assassinate,
  lightning_storm,
  sneak_attack,
  defensive_stance,
  pin_down,
  bestial_pounce,
  herbal_medicine,
  throwing_axe,
  hammer_swing,
  drain_life,
  genie,
  healing_wave,
  jab,
  treat_wounds,
};
inline constexpr auto kSkillNames = kNamesUpTo<Skill::treat_wounds>;
inline constexpr std::size_t kOwnSkills = static_cast<std::size_t>(Skill::jab);  // all but the general ones

enum class SkillKind : std::uint8_t { attack, heal, drain, stance, shield, blessing, pin, ally };

// The dice that a skill takes (Y1 to Y4).
struct Pattern {
  std::array<std::uint8_t, kClassSymbols> letters{};  // by symbol
  std::uint8_t unequal = 0;                           // "!"
  std::uint8_t equal = 0;                             // "="
  std::uint8_t places = 0;
  std::string_view text{};  // as on the sheets
};

// Written as on the sheets: letters, then "!" or "=".
constexpr Pattern pattern_of(std::string_view text) {
  constexpr std::string_view kLetters = "SMHBD";
  Pattern pattern{.text = text};
  for (const char place : text) {
    ++pattern.places;
    if (place == '!') {
      ++pattern.unequal;
    } else if (place == '=') {
      ++pattern.equal;
    } else {
      ++pattern.letters[kLetters.find(place)];
    }
  }
  return pattern;
}

struct SkillData {
  SkillKind kind = SkillKind::attack;
  Pattern pattern{};
  std::uint8_t value = 0;    // damage, healing (of a drain: both) or AC
  std::uint8_t targets = 0;  // heroes that are named as targets
  bool strike = false;
  bool learnt = false;  // a new skill, of levels 3 and 5 (L4); a hero starts with the others
};

inline constexpr std::array<SkillData, kOwnSkills + 2> kSkills = {{
    {SkillKind::attack, pattern_of("SS"), 3, 0, false, false},     // cleave
    {SkillKind::attack, pattern_of("SD"), 4, 0, true, false},      // mighty_strike
    {SkillKind::attack, pattern_of("SSS"), 7, 0, false, false},    // whirlwind
    {SkillKind::attack, pattern_of("SBH"), 5, 0, false, false},    // shield_bash
    {SkillKind::heal, pattern_of("SH"), 3, 1, false, false},       // second_wind
    {SkillKind::attack, pattern_of("SSM"), 5, 0, false, false},    // overhead_chop
    {SkillKind::attack, pattern_of("MM"), 3, 0, false, false},     // magic_missile
    {SkillKind::attack, pattern_of("MS"), 4, 0, true, false},      // arcane_strike
    {SkillKind::attack, pattern_of("MMM"), 7, 0, false, false},    // fireball
    {SkillKind::attack, pattern_of("MBD"), 5, 0, false, false},    // frost_ray
    {SkillKind::heal, pattern_of("MH"), 3, 1, false, false},       // mend
    {SkillKind::shield, pattern_of("MMHH"), 2, 1, false, false},   // shield
    {SkillKind::attack, pattern_of("HM"), 3, 0, false, false},     // smite
    {SkillKind::attack, pattern_of("HS"), 4, 0, true, false},      // righteous_strike
    {SkillKind::attack, pattern_of("HHH"), 6, 0, false, false},    // holy_wrath
    {SkillKind::heal, pattern_of("HH"), 4, 1, false, false},       // heal
    {SkillKind::blessing, pattern_of("HB"), 0, 1, false, false},   // blessing
    {SkillKind::attack, pattern_of("BB"), 3, 0, false, false},     // aimed_shot
    {SkillKind::attack, pattern_of("BD"), 4, 0, true, false},      // twin_strike
    {SkillKind::attack, pattern_of("BBB"), 7, 0, false, false},    // arrow_storm
    {SkillKind::attack, pattern_of("BHS"), 5, 0, false, false},    // snare_shot
    {SkillKind::heal, pattern_of("BH"), 3, 1, false, false},       // soothing_moss
    {SkillKind::attack, pattern_of("BBM"), 5, 0, false, false},    // barbed_arrow
    {SkillKind::attack, pattern_of("DB"), 3, 0, false, false},     // stab
    {SkillKind::attack, pattern_of("DS"), 4, 0, true, false},      // flanking_strike
    {SkillKind::attack, pattern_of("DDD"), 7, 0, false, false},    // sudden_death
    {SkillKind::attack, pattern_of("DMH"), 5, 0, false, false},    // venom_dart
    {SkillKind::heal, pattern_of("DH"), 3, 1, false, false},       // bandage
    {SkillKind::attack, pattern_of("DDDD"), 10, 0, false, false},  // assassinate
    {SkillKind::attack, pattern_of("MMB"), 7, 0, false, true},     // lightning_storm
    {SkillKind::attack, pattern_of("DDS"), 6, 0, false, true},     // sneak_attack
    {SkillKind::stance, pattern_of("DD!!!"), 1, 0, false, true},   // defensive_stance
    {SkillKind::pin, pattern_of("BBDD"), 0, 0, false, true},       // pin_down
    {SkillKind::ally, pattern_of("BB!!!"), 0, 0, false, true},     // bestial_pounce
    {SkillKind::heal, pattern_of("B=="), 3, 1, false, true},       // herbal_medicine
    {SkillKind::attack, pattern_of("BBS"), 6, 0, false, true},     // throwing_axe
    {SkillKind::attack, pattern_of("HHS"), 6, 0, false, true},     // hammer_swing
    {SkillKind::drain, pattern_of("MMM"), 3, 0, false, true},      // drain_life
    {SkillKind::ally, pattern_of("MM!!!"), 0, 0, false, true},     // genie
    {SkillKind::heal, pattern_of("HH==="), 3, 2, false, true},     // healing_wave
    {SkillKind::attack, pattern_of("==="), 2, 0, false, false},    // jab
    {SkillKind::heal, pattern_of("==="), 2, 1, false, false},      // treat_wounds
}};

constexpr const SkillData& data_of(Skill skill) {
  return kSkills[index(skill)];
}

// Whether a skill needs a living dragon that the hero faces (P4).
constexpr bool attacks(Skill skill) {
  return data_of(skill).kind == SkillKind::attack || data_of(skill).kind == SkillKind::drain;
}

// --- Classes ---

enum class Class : std::uint8_t { warrior, wizard, cleric, ranger, rogue, custom };
inline constexpr auto kClassNames = kNamesUpTo<Class::custom>;

struct ClassData {
  Symbol symbol = Symbol::sword;
  std::uint8_t initiative = 0;
  std::uint8_t ac = 0;
  std::uint8_t hp = 0;
  std::array<Skill, 6> sheet{};
};

// S2, S5; for a custom hero only the initiative.
inline constexpr std::array<ClassData, 6> kClasses = {{
    {Symbol::sword,
     4,
     0,
     23,
     {Skill::cleave, Skill::mighty_strike, Skill::whirlwind, Skill::shield_bash, Skill::second_wind,
      Skill::overhead_chop}},
    {Symbol::magic,
     3,
     0,
     22,
     {Skill::magic_missile, Skill::arcane_strike, Skill::fireball, Skill::frost_ray, Skill::mend, Skill::shield}},
    {Symbol::holy,
     5,
     0,
     24,
     {Skill::smite, Skill::righteous_strike, Skill::holy_wrath, Skill::heal, Skill::blessing, Skill::shield}},
    {Symbol::crossbow,
     2,
     1,
     21,
     {Skill::aimed_shot, Skill::twin_strike, Skill::arrow_storm, Skill::snare_shot, Skill::soothing_moss,
      Skill::barbed_arrow}},
    {Symbol::dagger,
     1,
     1,
     19,
     {Skill::stab, Skill::flanking_strike, Skill::sudden_death, Skill::venom_dart, Skill::bandage, Skill::assassinate}},
    {Symbol::sword, 6, 0, 0, {}},
}};

constexpr const ClassData& data_of(Class of) {
  return kClasses[index(of)];
}

// --- Items ---

enum class Item : std::uint8_t {
  healing_potion,
  great_potion,
  lucky_charm,
  fate_stone,
  echo_scroll,
  rune_sword,
  rune_magic,
  rune_holy,
  rune_crossbow,
  rune_dagger,
  leather_coat,
  dragon_mail,
  whetstone,
};
inline constexpr auto kItemNames = kNamesUpTo<Item::whetstone>;

// I2: `ac` and `attack` are durable, the others instant (I1).
enum class ItemKind : std::uint8_t { heal, reroll, reuse, symbol, ac, attack };

struct ItemData {
  ItemKind kind = ItemKind::heal;
  std::uint8_t price = 0;
  std::uint8_t value = 0;    // hit points, dice, AC or damage; for a symbol its number
  std::uint8_t chapter = 1;  // the first in which a village sells it
  std::uint8_t stock = 1;    // how many a visit (V4)
};
inline constexpr std::array<ItemData, 13> kItems = {{
    {ItemKind::heal, 2, 5, 1, 2},    // healing_potion
    {ItemKind::heal, 4, 9, 5, 1},    // great_potion
    {ItemKind::reroll, 2, 3, 1, 1},  // lucky_charm
    {ItemKind::reroll, 3, 5, 5, 1},  // fate_stone
    {ItemKind::reuse, 3, 0, 3, 1},   // echo_scroll
    {ItemKind::symbol, 2, 0, 1, 1},  // rune_sword
    {ItemKind::symbol, 2, 1, 1, 1},  // rune_magic
    {ItemKind::symbol, 2, 2, 1, 1},  // rune_holy
    {ItemKind::symbol, 2, 3, 1, 1},  // rune_crossbow
    {ItemKind::symbol, 2, 4, 1, 1},  // rune_dagger
    {ItemKind::ac, 4, 1, 3, 1},      // leather_coat
    {ItemKind::ac, 7, 2, 7, 1},      // dragon_mail
    {ItemKind::attack, 6, 1, 7, 1},  // whetstone
}};
constexpr const ItemData& data_of(Item item) {
  return kItems[index(item)];
}
constexpr bool is_durable(Item item) {
  return data_of(item).kind >= ItemKind::ac;
}

// --- Dragons ---

enum class DragonKind : std::uint8_t {
  young_red,
  young_black,
  marsh_green,
  storm_blue,
  frost_white,
  rust_copper,
  elder_red,
  elder_black,
  bone_tyrant,
  sun_golden,
};
inline constexpr auto kDragonNames = kNamesUpTo<DragonKind::sun_golden>;

enum class Special : std::uint8_t { burn, lock, poison, dispel, stun, sunder, regen };

struct DragonData {
  std::array<std::uint8_t, 3> hp{};     // by heroes facing it at the start, 1..3 (R-HUNT-23)
  std::array<std::uint8_t, 3> chart{};  // by Dragons, 1..3
  Special special = Special::burn;
  std::uint8_t amount = 0;  // of the special
  std::array<std::uint8_t, 3> xp{};
  std::array<std::uint8_t, 3> gold{};
};
inline constexpr std::array<DragonData, 10> kDragons = {{
    {{34, 94, 152}, {3, 7, 10}, Special::burn, 1, {4, 8, 12}, {3, 7, 10}},        // young_red
    {{34, 91, 147}, {4, 7, 10}, Special::lock, 1, {4, 8, 12}, {3, 7, 10}},        // young_black
    {{38, 101, 162}, {5, 8, 12}, Special::poison, 1, {5, 10, 15}, {4, 8, 11}},    // marsh_green
    {{38, 101, 165}, {5, 9, 12}, Special::dispel, 1, {5, 10, 15}, {4, 8, 11}},    // storm_blue
    {{42, 111, 182}, {5, 9, 13}, Special::stun, 1, {7, 14, 21}, {4, 9, 13}},      // frost_white
    {{42, 111, 186}, {5, 9, 12}, Special::sunder, 1, {7, 14, 21}, {4, 9, 13}},    // rust_copper
    {{46, 119, 186}, {6, 10, 13}, Special::burn, 2, {8, 16, 24}, {5, 10, 15}},    // elder_red
    {{46, 128, 213}, {6, 10, 14}, Special::lock, 1, {8, 16, 24}, {5, 10, 15}},    // elder_black
    {{52, 140, 230}, {7, 12, 16}, Special::regen, 4, {8, 16, 24}, {6, 12, 18}},   // bone_tyrant
    {{52, 142, 224}, {7, 12, 17}, Special::dispel, 1, {8, 16, 24}, {6, 12, 18}},  // sun_golden
}};
constexpr const DragonData& data_of(DragonKind kind) {
  return kDragons[index(kind)];
}

// By chapter from 1: both dragons, the first of which comes alone.
inline constexpr std::array<std::array<DragonKind, 2>, kChapters> kChapterDragons = {{
    {DragonKind::young_red, DragonKind::young_black},
    {DragonKind::young_black, DragonKind::young_red},
    {DragonKind::marsh_green, DragonKind::storm_blue},
    {DragonKind::storm_blue, DragonKind::marsh_green},
    {DragonKind::frost_white, DragonKind::rust_copper},
    {DragonKind::rust_copper, DragonKind::frost_white},
    {DragonKind::elder_red, DragonKind::elder_black},
    {DragonKind::elder_black, DragonKind::elder_red},
    {DragonKind::bone_tyrant, DragonKind::sun_golden},
    {DragonKind::sun_golden, DragonKind::bone_tyrant},
}};

}  // namespace wyrmhall::rules::hunt
