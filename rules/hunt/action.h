// What a seat can decide in Dice & Dragons (docs/rules/hunt.md).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "rules/described.h"
#include "rules/hunt/data.h"
#include "rules/hunt/options.h"
#include "rules/hunt/places.h"

namespace wyrmhall::rules::hunt {

enum class ActionKind : std::uint8_t {
  roll,
  item,
  skill,
  general,
  fail,
  assist,
  flee,
  replace,
  resurrect,
  buy,
  give,
  improve,
  learn,
  group,
  ready,
  share,
  swap
};
inline constexpr auto kActionKindNames = kNamesUpTo<ActionKind::swap>;

// A target or a die, or -1.
inline constexpr Notes kOrNobody = {.least = -1, .most = kMaxHeroes - 1};

// What a kind has no use for is as it is here.
struct Action {
  ActionKind kind = ActionKind::roll;
  Places dice{};                     // slots of the turn: what is rolled, what is used
  Places targets{};                  // heroes
  Places items{};                    // slots of the acting hero's items
  bool yes = false;                  // flee, replace; roll: with a blessing
  Skill skill = Skill::cleave;       // skill, general, improve, learn
  std::optional<Skill> cover{};      // general, fail: what its token covers
  std::uint8_t hero = 0;             // the one that something is done with in a village
  std::uint8_t slot = 0;             // item, give: which of the hero's items
  std::int16_t place = 0;            // item: the target or -1; assist: the die or -1; buy: the slot to lose or -1
  std::uint8_t other = 0;            // resurrect: who pays; give, share: who gets it; group: which; swap: who is back
  Item item = Item::healing_potion;  // buy
  Part part = Part::attack;          // improve
  std::optional<Class> newcomer{};   // swap: the class of a newcomer; without it a hero comes back
  friend auto operator<=>(const Action&, const Action&) = default;

  template <ActionKind... kActionKinds>
  static constexpr bool is_one_of(const Action& action) {
    return ((action.kind == kActionKinds) || ...);
  }

  static constexpr bool calls_back(const Action& action) { return action.kind == ActionKind::swap && !action.newcomer; }

  using K = ActionKind;
  static constexpr auto kFields = fields(
      field("type", &Action::kind, {.names = kActionKindNames}),
      field_if(is_one_of<K::improve, K::learn, K::resurrect, K::buy, K::give, K::group, K::share, K::swap>, "hero",
               &Action::hero),
      field_if(is_one_of<K::skill, K::general, K::improve, K::learn>, "skill", &Action::skill, {.names = kSkillNames}),
      field_if(is_one_of<K::roll, K::item, K::skill, K::general>, "dice", &Action::dice),
      field_if(is_one_of<K::roll>, "blessing", &Action::yes),
      field_if(is_one_of<K::item, K::give>, "slot", &Action::slot),
      field_if(is_one_of<K::item>, "target", &Action::place, kOrNobody),
      field_if(is_one_of<K::skill, K::general>, "targets", &Action::targets),
      field_if(is_one_of<K::skill, K::general>, "items", &Action::items),
      field_if(is_one_of<K::general, K::fail>, "cover", &Action::cover, {.names = kSkillNames}),
      field_if(is_one_of<K::assist>, "die", &Action::place, kOrNobody),
      field_if(is_one_of<K::flee, K::replace>, "yes", &Action::yes),
      field_if(is_one_of<K::resurrect>, "payer", &Action::other),
      field_if(is_one_of<K::buy>, "item", &Action::item, {.names = kItemNames}),
      field_if(is_one_of<K::buy>, "drop", &Action::place, {.least = -1, .most = kMaxItems - 1}),
      field_if(is_one_of<K::give, K::share>, "to", &Action::other),
      field_if(is_one_of<K::swap>, "newcomer", &Action::newcomer, {.names = kClassNames}),
      field_if(calls_back, "back", &Action::other),
      field_if(is_one_of<K::improve>, "part", &Action::part, {.names = kPartNames}),
      field_if(is_one_of<K::group>, "group", &Action::other));
};

}  // namespace wyrmhall::rules::hunt
