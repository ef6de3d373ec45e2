// The reports of Dice & Dragons (docs/rules/hunt.md): what came of a turn, of a Fury, of a hunt. Each is
// told as an event, and the latest stays in the state.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/described.h"
#include "rules/hunt/data.h"
#include "rules/hunt/places.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::hunt {

// Numbers for some of the heroes.
template <class T>
struct PerHero {
  Places heroes{};
  std::array<T, kMaxHeroes> of{};

  constexpr void set(unsigned hero, const T& value) {
    heroes.insert(hero);
    of[hero] = value;
  }
  friend bool operator==(const PerHero&, const PerHero&) = default;
};
using Shares = PerHero<std::uint16_t>;

enum class ActivationType : std::uint8_t { skill, general, fail };
inline constexpr auto kActivationTypeNames = kNamesUpTo<ActivationType::fail>;

// (a) An activation or failure.
struct Activation {
  std::uint8_t hero = 0;
  ActivationType type = ActivationType::fail;
  std::optional<Skill> skill{};
  std::uint16_t damage = 0;         // A1, not cut to the dragon's hit points
  std::uint8_t counter = 0;         // C1: Dragons, 3 at most; also where an ally takes them
  std::uint16_t counterDamage = 0;  // C2, not cut
  static constexpr std::string_view kWord = "activation";
  static constexpr auto kFields =
      fields(field("hero", &Activation::hero, {.most = kMaxHeroes - 1}),
             field("type", &Activation::type, {.names = kActivationTypeNames}),
             field("skill", &Activation::skill, {.names = kSkillNames}), field("damage", &Activation::damage),
             field("counter", &Activation::counter, {.most = 3}), field("counterDamage", &Activation::counterDamage));
  friend bool operator==(const Activation&, const Activation&) = default;
};

// What a dragon's Fury came to.
struct FuryRow {
  std::uint8_t dragon = 0;
  std::uint8_t symbols = 0;  // F1: Dragons set aside
  Shares loss{};             // F2; empty without symbols
  static constexpr auto kFields =
      fields(field("dragon", &FuryRow::dragon, {.most = 1}), field("symbols", &FuryRow::symbols, {.most = kDice}),
             field("loss", &FuryRow::loss));
  friend bool operator==(const FuryRow&, const FuryRow&) = default;
};

// (b) The Fury, a row for each dragon that rolled.
struct Fury {
  InlineVector<FuryRow, 2> fury{};
  static constexpr std::string_view kWord = "fury";
  static constexpr auto kFields = fields(field("fury", &Fury::fury));
  friend bool operator==(const Fury&, const Fury&) = default;
};

enum class HuntOutcome : std::uint8_t { victory, defeat, fled, escaped };
inline constexpr auto kHuntOutcomeNames = kNamesUpTo<HuntOutcome::escaped>;

// L2: the hit points that a hero gained, one number a level.
using Gains = InlineVector<std::uint8_t, kMaxLevel - 1>;

// (c) The end of a hunt.
struct HuntEnd {
  HuntOutcome outcome = HuntOutcome::victory;
  std::uint8_t chapter = 1;
  std::uint8_t rounds = 1;
  Shares xp{};
  Shares gold{};
  PerHero<Gains> levels{};  // of those who rose
  Places dead{};            // before W2's mercy
  static constexpr std::string_view kWord = "end";
  static constexpr auto kFields =
      fields(field("outcome", &HuntEnd::outcome, {.names = kHuntOutcomeNames}), field("chapter", &HuntEnd::chapter),
             field("rounds", &HuntEnd::rounds), field("xp", &HuntEnd::xp), field("gold", &HuntEnd::gold),
             field("levels", &HuntEnd::levels), field("dead", &HuntEnd::dead));
  friend bool operator==(const HuntEnd&, const HuntEnd&) = default;
};

// The latest report of a hunt: no report at its start, and at most one after that.
struct Report {
  std::optional<Activation> activation{};
  std::optional<Fury> fury{};
  std::optional<HuntEnd> end{};
  [[nodiscard]] constexpr bool is_none() const { return !activation && !fury && !end; }
  static constexpr auto kFields =
      fields(field("activation", &Report::activation, {.left_out = true}),
             field("fury", &Report::fury, {.left_out = true}), field("end", &Report::end, {.left_out = true}));
  friend bool operator==(const Report&, const Report&) = default;
};

}  // namespace wyrmhall::rules::hunt
