// What a seat can decide in Dragon Dice (docs/rules/dragondice.md).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "rules/described.h"
#include "rules/dragondice/places.h"
#include "rules/enumerators.h"

namespace wyrmhall::rules::dragondice {

enum class ActionKind : std::uint8_t {
  attack_terrain,
  designate,
  breath_order,
  breath_kills,
  promote,
  bash,
  regenerate,
  allocate,
  hits,
  casualties,
  regroup,
  call
};
inline constexpr auto kActionKindNames = kNamesUpTo<ActionKind::call>;

// Whose points are shared out.
enum class Pool : std::uint8_t { id, id_feral, fireminions };
inline constexpr auto kPoolNames = kNamesUpTo<Pool::fireminions>;

inline constexpr std::uint8_t kNone = 255;  // no unit, no dragon
inline constexpr Notes kOrNone = {.none = kNone};

// What a Regenerate is used for: a unit that comes back, saves, or the end of units coming back.
struct Pick {
  std::uint8_t number = kNone;
  friend constexpr auto operator<=>(const Pick&, const Pick&) = default;
};
inline constexpr Pick kSaves{254};
inline constexpr Pick kDone{253};

// What slays each dragon (DR-14).
enum class Hit : std::uint8_t { none, melee, missile };
inline constexpr std::array<std::string_view, 3> kHitNames = {"none", "melee", "missile"};
inline constexpr std::size_t kMaxDragons = 6;  // of both seats
struct Hits {
  std::uint16_t bits = 0;  // two for each dragon
  [[nodiscard]] constexpr Hit of(unsigned dragon) const { return static_cast<Hit>((bits >> (2 * dragon)) & 3U); }
  constexpr void set(unsigned dragon, Hit hit) {
    bits = static_cast<std::uint16_t>((bits & ~(3U << (2 * dragon))) | (static_cast<unsigned>(hit) << (2 * dragon)));
  }
  friend constexpr auto operator<=>(const Hits&, const Hits&) = default;
};

// What a kind has no use for is as it is here.
struct Action {
  ActionKind kind = ActionKind::attack_terrain;
  std::uint8_t unit = kNone;    // promote, bash, regenerate, regroup
  std::uint8_t dragon = kNone;  // designate, breath_order, breath_kills, bash, call
  std::uint8_t other = kNone;   // designate: the target; promote: the unit in the DUA
  Place to{};                   // attack_terrain, regroup, call
  Pick pick{};                  // regenerate
  Pool pool = Pool::id;         // allocate, with the three numbers
  std::uint8_t melee = 0;
  std::uint8_t missile = 0;
  std::uint8_t save = 0;
  Hits slay{};    // hits
  Units units{};  // breath_kills, casualties
  friend auto operator<=>(const Action&, const Action&) = default;

  template <ActionKind... kActionKinds>
  static constexpr bool is_one_of(const Action& action) {
    return ((action.kind == kActionKinds) || ...);
  }
  using K = ActionKind;
  static constexpr auto kFields = fields(
      field("type", &Action::kind, {.names = kActionKindNames}),
      field_if(is_one_of<K::attack_terrain>, "terrain", &Action::to),
      field_if(is_one_of<K::promote, K::bash, K::regenerate, K::regroup>, "unit", &Action::unit, kOrNone),
      field_if(is_one_of<K::designate, K::breath_order, K::breath_kills, K::bash, K::call>, "dragon", &Action::dragon,
               kOrNone),
      field_if(is_one_of<K::designate>, "target", &Action::other, kOrNone),
      field_if(is_one_of<K::promote>, "with", &Action::other, kOrNone),
      field_if(is_one_of<K::regenerate>, "pick", &Action::pick),
      field_if(is_one_of<K::allocate>, "pool", &Action::pool, {.names = kPoolNames}),
      field_if(is_one_of<K::allocate>, "melee", &Action::melee),
      field_if(is_one_of<K::allocate>, "missile", &Action::missile),
      field_if(is_one_of<K::allocate>, "save", &Action::save), field_if(is_one_of<K::hits>, "slay", &Action::slay),
      field_if(is_one_of<K::breath_kills, K::casualties>, "units", &Action::units),
      field_if(is_one_of<K::regroup, K::call>, "to", &Action::to));
};

}  // namespace wyrmhall::rules::dragondice
