// What can be chosen about a Dragon Duel before it starts. Rule numbers are those of docs/rules/duel.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/described.h"

namespace wyrmhall::rules::duel {

enum class Mode : std::uint8_t { duel, solitaire, arena, battle };
inline constexpr std::array<std::string_view, 4> kModeNames = {"duel", "solitaire", "arena", "battle"};

inline constexpr int kMaxDragons = 8;  // eight figures, so eight dragons in play at most (R-DUEL-21)
inline constexpr int kDragonKinds = 8;

inline constexpr Range kPlayers{3, 8};
inline constexpr Range kEnemies{1, 7};
inline constexpr Range kLanes{2, 4};
inline constexpr Range kMatchGames{1, 9, 2};
inline constexpr Range kRoundCap{20, 1000};  // or 0, none
inline constexpr Range kKinds{1, kDragonKinds};

// D-2. `players`, `enemies` and `lanes` are ignored in the modes that do not use them; every other option that its mode
// does not allow is refused.
struct Options {
  Mode mode = Mode::duel;
  int players = 3;                          // arena: 3..8
  int enemies = 1;                          // solitaire: 1..7
  int lanes = 2;                            // battle: 2..4 dragons a team
  std::optional<std::vector<int>> owners;   // battle: the seat of each dragon, team 0 first (D-45); or one seat each
  int match_games = 1;                      // 1, 3, 5, 7 or 9
  bool abilities = false;                   // D-50
  std::optional<std::vector<int>> dragons;  // one distinct dragon 1..8 per dragon index; or chosen in play (D-7)
  int round_cap = 200;                      // 0 for none, or 20..1000 rounds (D-32)
  bool fair = false;                        // duel, arena (D-12)
  bool same_start = false;                  // arena (D-39, R-DUEL-14); without effect beside `fair`

  static constexpr bool kOptional = true;
  static constexpr auto kFields = fields(
      field("mode", &Options::mode, {.names = kModeNames}), field("players", &Options::players, {.range = kPlayers}),
      field("enemies", &Options::enemies, {.range = kEnemies}), field("lanes", &Options::lanes, {.range = kLanes}),
      field("owners", &Options::owners, {.range = {0, kMaxDragons - 1}}),
      field("match_games", &Options::match_games, {.range = kMatchGames}), field("abilities", &Options::abilities),
      field("dragons", &Options::dragons, {.range = kKinds}),
      field("round_cap", &Options::round_cap, {.range = kRoundCap, .or_zero = true}), field("fair", &Options::fair),
      // It came later: off is not written, so records from before stay as they are, to the letter.
      field("same_start", &Options::same_start, {.none = 0, .left_out = true}));
  friend bool operator==(const Options&, const Options&) = default;
};

// The options by number, in the order of their fields, as Faults name them.
enum class Option : std::uint8_t {
  mode,
  players,
  enemies,
  lanes,
  owners,
  match_games,
  abilities,
  dragons,
  round_cap,
  fair,
  same_start
};

// Whether an option has any effect in its mode, if only that it is refused.
constexpr bool is_used(const Options& options, Option option) {
  switch (option) {
    case Option::players:
      return options.mode == Mode::arena;
    case Option::enemies:
      return options.mode == Mode::solitaire;
    case Option::lanes:
      return options.mode == Mode::battle;
    case Option::same_start:
      return !options.fair;
    default:
      return true;
  }
}

// How many dragons take part; the options must have passed check().
constexpr int dragon_count(const Options& options) {
  switch (options.mode) {
    case Mode::duel:
      return 2;
    case Mode::solitaire:
      return 1 + options.enemies;
    case Mode::arena:
      return options.players;
    case Mode::battle:
      return 2 * options.lanes;
  }
  return 0;
}

}  // namespace wyrmhall::rules::duel
