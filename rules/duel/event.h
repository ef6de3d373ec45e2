// The story of a Dragon Duel, as it happens (D-4).
#pragma once

#include <cstdint>
#include <variant>

#include "rules/duel/action.h"
#include "rules/duel/options.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::duel {

// One roll of the group for who starts (D-8); re-rolls come as further events. Contenders are dragons by index, in a
// battle the two teams.
struct Initiative {
  struct Throw {
    std::uint8_t contender = 0;
    std::uint8_t value = 0;  // 1..12
    static constexpr bool kInRow = true;
    static constexpr auto kFields = fields(field("contender", &Throw::contender), field("value", &Throw::value));
    friend bool operator==(const Throw&, const Throw&) = default;
  };
  InlineVector<Throw, kMaxDragons> rolls;
  static constexpr std::string_view kWord = "initiative";
  static constexpr auto kFields = fields(field("rolls", &Initiative::rolls));
  friend bool operator==(const Initiative&, const Initiative&) = default;
};

// A round begins, round 1 of every game included.
struct Round {
  std::uint16_t round = 0;
  InlineVector<std::uint8_t, kMaxDragons> order;
  static constexpr std::string_view kWord = "round";
  static constexpr auto kFields = fields(field("round", &Round::round), field("order", &Round::order));
  friend bool operator==(const Round&, const Round&) = default;
};

// An automatic dragon rolled for what it does (D-35); `roll` may name what it cannot do, then another follows.
struct EnemyDie {
  std::uint8_t actor = 0;
  std::uint8_t roll = 0;  // 1 claw, 2 tail whip, 3 breath, 4 wait
  static constexpr std::string_view kWord = "d4";
  static constexpr auto kFields = fields(field("actor", &EnemyDie::actor), field("roll", &EnemyDie::roll));
  friend bool operator==(const EnemyDie&, const EnemyDie&) = default;
};

struct Waited {
  std::uint8_t actor = 0;
  std::uint8_t energy = 0;  // after the gain
  static constexpr std::string_view kWord = "wait";
  static constexpr auto kFields = fields(field("actor", &Waited::actor), field("energy", &Waited::energy));
  friend bool operator==(const Waited&, const Waited&) = default;
};

enum class Result : std::uint8_t { hit, beaten, tie };
inline constexpr std::array<std::string_view, 3> kResultNames = {"hit", "beaten", "tie"};

struct Fight {
  std::uint8_t actor = 0;
  std::uint8_t target = 0;
  ActionKind kind = ActionKind::claw;
  InlineVector<std::uint8_t, 3> rolls;  // the attack dice as rolled; their sides are attack_dice() (turn.h)
  std::uint8_t attack = 0;              // the total
  std::uint8_t defence_roll = 0;        // its sides are defence_die() (turn.h)
  std::uint8_t defence = 0;             // the total
  Result result = Result::tie;
  std::uint8_t damage = 0;       // health taken from the target
  std::uint8_t energy_lost = 0;  // by the attacker for being beaten (D-24): 0 or 1
  std::uint8_t health_lost = 0;  // by the attacker for being beaten
  static constexpr std::string_view kWord = "fight";
  static constexpr auto kFields = fields(
      field("actor", &Fight::actor), field("target", &Fight::target),
      field("do", &Fight::kind, {.names = kActionKindNames}), field("rolls", &Fight::rolls),
      field("attack", &Fight::attack), field("defence_roll", &Fight::defence_roll), field("defence", &Fight::defence),
      field("result", &Fight::result, {.names = kResultNames}), field("damage", &Fight::damage),
      field("energy_lost", &Fight::energy_lost), field("health_lost", &Fight::health_lost));
  friend bool operator==(const Fight&, const Fight&) = default;
};

struct Death {
  std::uint8_t dragon = 0;
  static constexpr std::string_view kWord = "death";
  static constexpr auto kFields = fields(field("dragon", &Death::dragon));
  friend bool operator==(const Death&, const Death&) = default;
};

struct GameWon {
  std::uint8_t game = 0;
  std::uint8_t winner = 0;  // a side
  static constexpr std::string_view kWord = "game";
  static constexpr auto kFields = fields(field("game", &GameWon::game), field("winner", &GameWon::winner));
  friend bool operator==(const GameWon&, const GameWon&) = default;
};

struct MatchWon {
  std::uint8_t winner = 0;  // a side
  static constexpr std::string_view kWord = "match";
  static constexpr auto kFields = fields(field("winner", &MatchWon::winner));
  friend bool operator==(const MatchWon&, const MatchWon&) = default;
};

using Event = std::variant<Initiative, Round, EnemyDie, Waited, Fight, Death, GameWon, MatchWon>;

}  // namespace wyrmhall::rules::duel
