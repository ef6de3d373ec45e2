// What can be chosen about a match of Dragons Arena before it starts. Rule numbers are those of docs/rules/arena.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/described.h"

namespace wyrmhall::rules::arena {

// How a duel is set up: Baby, Little and Big Dragon, and Big Dragon's two variants Equal Power and Free Power.
enum class Placement : std::uint8_t { baby, little, big, equal, free };
inline constexpr std::array<std::string_view, 5> kPlacementNames = {"baby", "little", "big", "equal", "free"};

enum class Difficulty : std::uint8_t { normal, high };
inline constexpr std::array<std::string_view, 2> kDifficultyNames = {"normal", "high"};

inline constexpr Range kNuggets{1, 20};
inline constexpr int kMaxDuels = 200;
inline constexpr Range kFireSeat{0, 1};

//
struct Options {
  Placement placement = Placement::baby;
  bool master = false;           // Dragon Master
  int nuggets = 1;               // for supremacy: 1..20
  std::optional<int> max_duels;  // nuggets..200; not given: four times the nuggets
  int fire_seat = 0;             // the seat that plays FIRE: 0 or 1
  bool solo = false;             // Solo Training
  Difficulty difficulty = Difficulty::normal;

  static constexpr bool kOptional = true;
  static constexpr auto kFields =
      fields(field("placement", &Options::placement, {.names = kPlacementNames}), field("master", &Options::master),
             field("nuggets", &Options::nuggets, {.range = kNuggets}),
             field("max_duels", &Options::max_duels, {.range = {kNuggets.least, kMaxDuels}}),
             field("fire_seat", &Options::fire_seat, {.range = kFireSeat}), field("solo", &Options::solo),
             field("difficulty", &Options::difficulty, {.names = kDifficultyNames}));
  friend bool operator==(const Options&, const Options&) = default;
};

// The options by number, in the order of their fields, as Faults name them.
enum class Option : std::uint8_t { placement, master, nuggets, max_duels, fire_seat, solo, difficulty };

// Whether an option has any effect: the difficulty has none but in Solo Training.
constexpr bool is_used(const Options& options, Option option) {
  return option != Option::difficulty || options.solo;
}

// how many duels a match of these options can have. They must have passed check().
constexpr int duels_of(const Options& options) {
  if (options.solo) return 1;
  return options.max_duels.value_or(4 * options.nuggets);
}

}  // namespace wyrmhall::rules::arena
