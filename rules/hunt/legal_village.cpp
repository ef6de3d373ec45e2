// What may be decided in a village (V2 to V7, V9, L3, L4).
#include <algorithm>

#include "rules/hunt/legal.h"

namespace wyrmhall::rules::hunt {
namespace {

using Refusal = std::optional<Fault>;
using K = ActionKind;

Refusal check_there(const State& state, std::string_view rule, std::uint8_t hero) {
  if (hero >= state.heroes.size()) return refuse(rule, Reason::no_such_hero, {hero});
  if (state.heroes[hero].rests) return refuse("V9", Reason::hero_rests, {hero});
  return std::nullopt;
}

Refusal check_living(const State& state, std::string_view rule, std::uint8_t hero) {
  if (auto refusal = check_there(state, rule, hero)) return refusal;
  if (state.heroes[hero].alive) return std::nullopt;
  return refuse(rule, Reason::hero_dead, {hero});
}

Refusal check_own(const State& state, std::string_view rule, Seat seat, std::uint8_t hero) {
  if (auto refusal = check_there(state, rule, hero)) return refusal;
  if (state.heroes[hero].seat == seat) return std::nullopt;
  return refuse(rule, Reason::not_own_hero, {hero});
}

Refusal check_own_living(const State& state, std::string_view rule, Seat seat, std::uint8_t hero) {
  if (auto refusal = check_own(state, rule, seat, hero)) return refusal;
  return check_living(state, rule, hero);
}

// What a hero has to have; more gold than an argument holds is shown as that.
Refusal check_gold(const State& state, std::string_view rule, std::uint8_t hero, int needed) {
  const std::uint32_t gold = state.heroes[hero].gold;
  if (gold >= static_cast<std::uint32_t>(needed)) return std::nullopt;
  return refuse(rule, Reason::not_enough_gold, {hero, static_cast<std::int32_t>(gold), needed});
}

Refusal check_resurrect(const State& state, Seat seat, const Action& action) {
  if (auto refusal = check_there(state, "V3", action.hero)) return refusal;
  if (state.heroes[action.hero].alive) return refuse("V3", Reason::hero_alive, {action.hero});
  if (auto refusal = check_own(state, "V3", seat, action.other)) return refusal;
  return check_gold(state, "V3", action.other, kResurrectionGold);
}

Refusal check_buy(const State& state, Seat seat, const Action& action) {
  if (auto refusal = check_own_living(state, "V4", seat, action.hero)) return refusal;
  if (action.item > Item::whetstone || state.village->stock[index(action.item)] == 0) {
    return refuse("V4", Reason::not_in_stock, {number(action.item)});
  }
  if (auto refusal = check_gold(state, "V4", action.hero, data_of(action.item).price)) return refusal;
  if (!state.heroes[action.hero].items.full()) {
    return action.place == -1 ? std::nullopt : Refusal(refuse("V4", Reason::nothing_to_drop));
  }
  if (action.place < 0) return refuse("V4", Reason::must_drop);
  if (action.place < kMaxItems) return std::nullopt;
  return refuse("V4", Reason::no_such_slot, {action.place, kMaxItems});
}

Refusal check_give(const State& state, Seat seat, const Action& action) {
  if (auto refusal = check_own_living(state, "V6", seat, action.hero)) return refusal;
  const auto items = static_cast<std::int32_t>(state.heroes[action.hero].items.size());
  if (action.slot >= items) return refuse("V6", Reason::no_such_slot, {action.slot, items});
  if (auto refusal = check_living(state, "V6", action.other)) return refusal;
  if (action.other == action.hero) return refuse("V6", Reason::gives_to_itself);
  if (state.heroes[action.other].items.full()) return refuse("V6", Reason::items_full, {action.other});
  return std::nullopt;
}

// V2: nobody takes from anybody, and a coin is handed on once, so there is no end to wait for.
Refusal check_share(const State& state, Seat seat, const Action& action) {
  if (auto refusal = check_own(state, "V2", seat, action.hero)) return refusal;
  if (!state.village->leftOver.contains(action.hero)) return refuse("V2", Reason::no_left_over, {action.hero});
  if (auto refusal = check_there(state, "V2", action.other)) return refusal;
  if (action.other == action.hero) return refuse("V2", Reason::gives_to_itself);
  if (state.heroes[action.other].inHunt) return std::nullopt;
  return refuse("V2", Reason::not_in_hunt, {action.other});
}

// V9: a newcomer. There are five classes and five heroes at most, so a hero that rests still has its class.
Refusal check_newcomer(const State& state, Class of) {
  if (of >= Class::custom) return refuse("V9", Reason::not_a_class);
  for (const Hero& hero : state.heroes) {
    if (hero.of == of) return refuse("V9", Reason::class_taken, {number(of)});
  }
  if (state.heroes.full()) return refuse("V9", Reason::match_full, {kMaxHeroes});
  return std::nullopt;
}

// V9: a hero that comes back. A dead one can then be brought back to life, but cannot hunt alone.
Refusal check_back(const State& state, Seat seat, const Action& action) {
  const std::uint8_t back = action.other;
  if (back >= state.heroes.size()) return refuse("V9", Reason::no_such_hero, {back});
  const Hero& hero = state.heroes[back];
  if (hero.seat != seat) return refuse("V9", Reason::not_own_hero, {back});
  if (!hero.rests) return refuse("V9", Reason::hero_plays, {back});
  if (state.village->switched.contains(back)) return refuse("V9", Reason::switched_already, {back});
  if (is_alive(hero) || living(state) > (state.heroes[action.hero].alive ? 1 : 0)) return std::nullopt;
  return refuse("V9", Reason::nobody_alive);
}

// V9.
Refusal check_swap(const State& state, Seat seat, const Action& action) {
  if (state.village->last) return refuse("V9", Reason::no_hunt_follows);
  if (auto refusal = check_own(state, "V9", seat, action.hero)) return refusal;
  if (state.village->switched.contains(action.hero)) return refuse("V9", Reason::switched_already, {action.hero});
  return action.newcomer ? check_newcomer(state, *action.newcomer) : check_back(state, seat, action);
}

Refusal check_pending(const State& state, std::string_view rule, Seat seat, std::uint8_t hero, LevelChoice choice) {
  if (auto refusal = check_own(state, rule, seat, hero)) return refusal;
  const auto& pending = state.heroes[hero].pending;
  if (!pending.empty() && pending[0] == choice) return std::nullopt;
  return refuse(rule, Reason::no_such_choice, {hero, number(choice)});
}

Refusal check_improve(const State& state, Seat seat, const Action& action) {
  if (auto refusal = check_pending(state, "L3", seat, action.hero, LevelChoice::improve)) return refusal;
  const Hero& hero = state.heroes[action.hero];
  const std::size_t place = place_on_sheet(hero, action.skill);
  if (place == hero.skills.size()) return refuse("L3", Reason::not_own_skill, {number(action.skill)});
  if (!is_improvable(action.skill)) return refuse("L3", Reason::not_improvable, {number(action.skill)});
  if (hero.skills[place].plus > 0) return refuse("L3", Reason::improved_already, {number(action.skill)});
  if (can_improve(hero.skills[place], action.part)) return std::nullopt;
  return refuse("L3", Reason::wrong_part, {number(action.skill)});
}

Refusal check_learn(const State& state, Seat seat, const Action& action) {
  if (auto refusal = check_pending(state, "L4", seat, action.hero, LevelChoice::learn)) return refusal;
  const Hero& hero = state.heroes[action.hero];
  if (place_on_sheet(hero, action.skill) < hero.skills.size()) {
    return refuse("L4", Reason::known_already, {number(action.skill)});
  }
  if (can_learn(hero, action.skill)) return std::nullopt;
  return refuse("L4", Reason::not_learnable, {number(action.skill)});
}

// V5.
Refusal check_ready(const State& state, Seat seat) {
  if (state.village->last && state.options.version >= kChoicesStay) return std::nullopt;
  for (std::size_t i = 0; i < state.heroes.size(); ++i) {
    const Hero& hero = state.heroes[i];
    if (hero.seat != seat || hero.rests || hero.pending.empty()) continue;
    return refuse("V5", Reason::choices_pending, {static_cast<std::int32_t>(i)});
  }
  return std::nullopt;
}

}  // namespace

bool can_improve(const HeroSkill& skill, Part part) {
  return skill.plus == 0 && part <= Part::heal && is_improvable(skill.id) && has_part(skill.id, part);
}

bool can_learn(const Hero& hero, Skill skill) {
  if (skill >= Skill::jab || hero.skills.full() || !data_of(skill).learnt) return false;
  return data_of(skill).pattern.letters[index(hero.symbol)] > 0 && place_on_sheet(hero, skill) == hero.skills.size();
}

bool has_level_choice(const Hero& hero) {
  if (hero.pending[0] == LevelChoice::improve) {
    return std::ranges::any_of(hero.skills, [](const HeroSkill& skill) {
      return can_improve(skill, Part::attack) || can_improve(skill, Part::heal);
    });
  }
  for (std::size_t skill = 0; skill < kOwnSkills; ++skill) {
    if (can_learn(hero, static_cast<Skill>(skill))) return true;
  }
  return false;
}

std::optional<Fault> fault_in_village(const State& state, Seat seat, const Action& action) {
  const bool chooses = action.kind == K::improve || action.kind == K::learn;
  if (state.village->before && !chooses) return refuse("V5", Reason::before_hunt);
  switch (action.kind) {
    case K::resurrect:
      return check_resurrect(state, seat, action);
    case K::buy:
      return check_buy(state, seat, action);
    case K::give:
      return check_give(state, seat, action);
    case K::improve:
      return check_improve(state, seat, action);
    case K::learn:
      return check_learn(state, seat, action);
    case K::group:
      if (auto refusal = check_own_living(state, "P1", seat, action.hero)) return refusal;
      return action.other <= 1 ? std::nullopt : Refusal(refuse("P1", Reason::no_such_group, {action.other}));
    case K::share:
      return check_share(state, seat, action);
    case K::swap:
      return check_swap(state, seat, action);
    default:
      return check_ready(state, seat);
  }
}

}  // namespace wyrmhall::rules::hunt
