// What is told while a match of Dragon Dice goes on.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "rules/described.h"
#include "rules/dragondice/action.h"
#include "rules/dragondice/data.h"
#include "rules/dragondice/places.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dragondice {

// Results of an army's roll.
struct Results {
  std::uint16_t melee = 0;
  std::uint16_t missile = 0;
  std::uint16_t save = 0;
  static constexpr auto kFields =
      fields(field("melee", &Results::melee), field("missile", &Results::missile), field("save", &Results::save));
  friend bool operator==(const Results&, const Results&) = default;
};

// What a dragon attacks (DR-3): a dragon by its number, or one of these.
struct Target {
  std::uint8_t number = kNone;
  friend constexpr bool operator==(const Target&, const Target&) = default;
  [[nodiscard]] constexpr bool is_dragon() const { return number < kMaxDragons; }
};
inline constexpr Target kTheArmy{100};
inline constexpr Target kOpen{101};    // its owner has still to choose
inline constexpr Target kHidden{102};  // its owner has chosen, and the viewer may not know what (DR-4)
inline constexpr Target kNoTarget{};   // takes no part

enum class EndReason : std::uint8_t { score, elimination };
inline constexpr auto kEndReasonNames = kNamesUpTo<EndReason::elimination>;

struct Result {
  Seat winner = kNoSeat;  // none: a draw
  EndReason reason = EndReason::score;
  std::array<std::uint16_t, 2> score{};
  static constexpr auto kFields =
      fields(field("winner", &Result::winner, {.none = kNoSeat}),
             field("reason", &Result::reason, {.names = kEndReasonNames}), field("score", &Result::score));
  friend bool operator==(const Result&, const Result&) = default;
};

struct TurnBegun {
  static constexpr std::string_view kWord = "turn";
  std::uint8_t round = 0;
  Seat seat = 0;
  static constexpr auto kFields = fields(field("round", &TurnBegun::round), field("seat", &TurnBegun::seat));
  friend bool operator==(const TurnBegun&, const TurnBegun&) = default;
};

// The targets of all dragons there, once they are chosen.
struct AttackBegun {
  static constexpr std::string_view kWord = "attack";
  Place terrain{};
  InlineVector<std::uint8_t, kMaxDragons> dragons{};
  InlineVector<Target, kMaxDragons> targets{};  // of these
  static constexpr auto kFields =
      fields(field("terrain", &AttackBegun::terrain), field("dragons", &AttackBegun::dragons),
             field("targets", &AttackBegun::targets));
  friend bool operator==(const AttackBegun&, const AttackBegun&) = default;
};

struct DragonRolled {
  static constexpr std::string_view kWord = "dragon";
  std::uint8_t dragon = 0;
  std::uint8_t value = 0;
  DragonIcon icon = DragonIcon::jaws;
  std::uint8_t damage = 0;
  static constexpr auto kFields =
      fields(field("dragon", &DragonRolled::dragon), field("value", &DragonRolled::value),
             field("icon", &DragonRolled::icon, {.names = kDragonIconNames}), field("damage", &DragonRolled::damage));
  friend bool operator==(const DragonRolled&, const DragonRolled&) = default;
};

// What a unit is rolled for.
enum class RolledFor : std::uint8_t { response, rise, burial };
inline constexpr auto kRolledForNames = kNamesUpTo<RolledFor::burial>;

struct UnitRolled {
  static constexpr std::string_view kWord = "unit";
  RolledFor purpose = RolledFor::response;
  std::uint8_t unit = 0;
  std::uint8_t value = 0;
  Icon icon = Icon::id;
  std::uint8_t number = 0;
  static constexpr auto kFields =
      fields(field("for", &UnitRolled::purpose, {.names = kRolledForNames}), field("unit", &UnitRolled::unit),
             field("value", &UnitRolled::value), field("icon", &UnitRolled::icon, {.names = kIconNames}),
             field("number", &UnitRolled::number));
  friend bool operator==(const UnitRolled&, const UnitRolled&) = default;
};

struct Breathed {
  static constexpr std::string_view kWord = "breath";
  std::uint8_t dragon = 0;
  Units killed{};
  static constexpr auto kFields = fields(field("dragon", &Breathed::dragon), field("killed", &Breathed::killed));
  friend bool operator==(const Breathed&, const Breathed&) = default;
};

// All exchanges of a session (DR-16), or the units that a Regenerate brought back.
struct Promoted {
  static constexpr std::string_view kWord = "promoted";
  Units down{};  // to the DUA
  Units up{};    // from it
  static constexpr auto kFields = fields(field("down", &Promoted::down), field("up", &Promoted::up));
  friend bool operator==(const Promoted&, const Promoted&) = default;
};

struct Answered {
  static constexpr std::string_view kWord = "response";
  Results totals{};
  static constexpr auto kFields = fields(field("totals", &Answered::totals));
  friend bool operator==(const Answered&, const Answered&) = default;
};

struct Damaged {
  static constexpr std::string_view kWord = "damage";
  std::uint16_t net = 0;
  Units killed{};
  Dragons dead{};
  Dragons by_army{};  // of these
  static constexpr auto kFields = fields(field("net", &Damaged::net), field("killed", &Damaged::killed),
                                         field("dead", &Damaged::dead), field("by_army", &Damaged::by_army));
  friend bool operator==(const Damaged&, const Damaged&) = default;
};

struct FlownHome {
  static constexpr std::string_view kWord = "wings";
  Dragons dragons{};
  static constexpr auto kFields = fields(field("dragons", &FlownHome::dragons));
  friend bool operator==(const FlownHome&, const FlownHome&) = default;
};

struct Moved {
  static constexpr std::string_view kWord = "regroup";
  std::uint8_t unit = 0;
  Place from{};
  Place to{};
  static constexpr auto kFields =
      fields(field("unit", &Moved::unit), field("from", &Moved::from), field("to", &Moved::to));
  friend bool operator==(const Moved&, const Moved&) = default;
};

struct Called {
  static constexpr std::string_view kWord = "call";
  Seat seat = 0;
  std::uint8_t dragon = 0;
  Place from{};
  Place to{};
  static constexpr auto kFields = fields(field("seat", &Called::seat), field("dragon", &Called::dragon),
                                         field("from", &Called::from), field("to", &Called::to));
  friend bool operator==(const Called&, const Called&) = default;
};

struct Ended {
  static constexpr std::string_view kWord = "end";
  Result result{};
  static constexpr auto kFields = fields(field("result", &Ended::result));
  friend bool operator==(const Ended&, const Ended&) = default;
};

using Event = std::variant<TurnBegun, AttackBegun, DragonRolled, UnitRolled, Breathed, Promoted, Answered, Damaged,
                           FlownHome, Moved, Called, Ended>;

}  // namespace wyrmhall::rules::dragondice
