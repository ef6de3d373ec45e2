// The story of a match of Dice & Dragons, as it happens: the three reports (report.h), and what stands between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "rules/described.h"
#include "rules/hunt/report.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::hunt {

// Dice that a hero rolled in a turn: with a roll, a Blessed token or an item.
struct Rolled {
  std::uint8_t hero = 0;
  Places slots{};
  InlineVector<Symbol, kDice> dice{};  // what each of them shows
  static constexpr std::string_view kWord = "rolled";
  static constexpr auto kFields =
      fields(field("hero", &Rolled::hero, {.most = kMaxHeroes - 1}), field("slots", &Rolled::slots),
             field("dice", &Rolled::dice, {.names = kSymbolNames}));
  friend bool operator==(const Rolled&, const Rolled&) = default;
};

// What dice are thrown for in three throws, in which those that hit are set aside.
enum class ThrowFor : std::uint8_t {
  none,
  hp,     // N2: hit points of a custom hero
  fury,   // F1: of a dragon
  level,  // L2: hit points of a hero who rises
};
inline constexpr auto kThrowForNames = kNamesUpTo<ThrowFor::level>;

inline constexpr std::size_t kThrownDice = std::size_t{kDice} * kMaxRolls;

// The three throws, or fewer where all dice hit, once they are done.
struct Thrown {
  ThrowFor purpose = ThrowFor::hp;
  std::uint8_t who = 0;                            // the hero, or in a Fury the dragon
  InlineVector<Symbol, kThrownDice> dice{};        // throw after throw
  InlineVector<std::uint8_t, kMaxRolls> throws{};  // how many dice each had
  static constexpr std::string_view kWord = "throw";
  static constexpr auto kFields = fields(
      field("for", &Thrown::purpose, {.names = kThrowForNames}), field("who", &Thrown::who, {.most = kMaxHeroes - 1}),
      field("dice", &Thrown::dice, {.names = kSymbolNames}), field("throws", &Thrown::throws, {.most = kDice}));
  friend bool operator==(const Thrown&, const Thrown&) = default;
};

// A hero lost hit points to poison.
struct Poisoned {
  std::uint8_t hero = 0;
  std::uint8_t loss = 0;  // not cut
  static constexpr std::string_view kWord = "poison";
  static constexpr auto kFields = fields(field("hero", &Poisoned::hero, {.most = kMaxHeroes - 1}),
                                         field("loss", &Poisoned::loss, {.most = kPoisonSupply}));
  friend bool operator==(const Poisoned&, const Poisoned&) = default;
};

struct HeroDied {
  std::uint8_t hero = 0;
  static constexpr std::string_view kWord = "died";
  static constexpr auto kFields = fields(field("hero", &HeroDied::hero, {.most = kMaxHeroes - 1}));
  friend bool operator==(const HeroDied&, const HeroDied&) = default;
};

struct DragonSlain {
  std::uint8_t dragon = 0;
  static constexpr std::string_view kWord = "slain";
  static constexpr auto kFields = fields(field("dragon", &DragonSlain::dragon, {.most = 1}));
  friend bool operator==(const DragonSlain&, const DragonSlain&) = default;
};

using Event = std::variant<Rolled, Activation, Fury, HuntEnd, Thrown, Poisoned, HeroDied, DragonSlain>;

}  // namespace wyrmhall::rules::hunt
