// T2: what is decided for a seat that ran out of time: as little as the rules allow.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "rules/hunt/legal.h"

namespace wyrmhall::rules::hunt {
namespace {

using K = ActionKind;

// Whether the one list of places comes before the other, both being of the same length.
bool is_before(Places a, Places b) {
  const unsigned differing = a.bits() ^ b.bits();
  return differing != 0 && (a.bits() & (differing & -differing)) != 0;
}

// The first set of `size` numbers below `below` with which the action is legal.
std::optional<Places> first_set(int size, unsigned below, auto&& is_legal) {
  std::optional<Places> first;
  for (unsigned bits = 0; bits < (1U << below); ++bits) {
    const Places places = Places::from_bits(bits);
    if (std::popcount(bits) != size || (first && !is_before(places, *first))) continue;
    if (is_legal(places)) first = places;
  }
  return first;
}

// The first of the skill's activations in the order of section 3a, without items.
std::optional<Action> first_activation(const State& state, Seat seat, Skill skill) {
  const Hero& hero = acting(state);
  const bool general = skill >= Skill::jab;
  Action action{.kind = general ? K::general : K::skill, .skill = skill};
  if (general) {
    for (std::size_t i = 0; i < hero.skills.size() && !action.cover; ++i) {
      if (hero.covered[i] == 0) action.cover = hero.skills[i].id;
    }
  }
  // The heroes that it is meant for do not depend on the dice that it takes.
  const auto heroes = static_cast<unsigned>(state.heroes.size());
  const auto targets = first_set(targets_of(state, skill), heroes, [&](Places some) {
    for (const unsigned each : some.each()) {
      if (!state.heroes[each].alive) return false;
    }
    return true;
  });
  if (!targets) return std::nullopt;
  action.targets = *targets;
  const auto dice = first_set(data_of(skill).pattern.places, length(state.turn->dice), [&](Places some) {
    action.dice = some;
    return !fault_in(state, seat, action);
  });
  if (!dice) return std::nullopt;
  action.dice = *dice;
  return action;
}

Action default_of_turn(const State& state, Seat seat) {
  const Turn& turn = *state.turn;
  if (turn.rolls == 0) return {.kind = K::roll, .dice = Places::first(length(turn.dice))};
  for (const HeroSkill& skill : acting(state).skills) {
    if (const auto action = first_activation(state, seat, skill.id)) return *action;
  }
  for (const Skill skill : {Skill::jab, Skill::treat_wounds}) {
    if (const auto action = first_activation(state, seat, skill)) return *action;
  }
  const Hero& hero = acting(state);
  for (std::size_t i = 0; i < hero.skills.size(); ++i) {
    if (hero.covered[i] == 0) return {.kind = K::fail, .cover = hero.skills[i].id};
  }
  return {.kind = K::fail};
}

// The first improvement of the hero's sheet.
std::optional<Action> first_improvement(const Hero& hero, std::uint8_t index) {
  for (const HeroSkill& skill : hero.skills) {
    for (const Part part : {Part::attack, Part::heal}) {
      if (can_improve(skill, part)) return Action{.kind = K::improve, .skill = skill.id, .hero = index, .part = part};
    }
  }
  return std::nullopt;
}

std::optional<Action> first_new_skill(const Hero& hero, std::uint8_t index) {
  for (std::size_t skill = 0; skill < kOwnSkills; ++skill) {
    const auto id = static_cast<Skill>(skill);
    if (can_learn(hero, id)) return Action{.kind = K::learn, .skill = id, .hero = index};
  }
  return std::nullopt;
}

// Level choices first: improvements before new skills, by hero. Where they stay with the hero, nobody chooses for it.
Action default_of_village(const State& state, Seat seat) {
  if (state.village->last && state.options.version >= kChoicesStay) return {.kind = K::ready};
  for (const LevelChoice choice : {LevelChoice::improve, LevelChoice::learn}) {
    for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
      const Hero& hero = state.heroes[i];
      if (hero.seat != seat || hero.rests || hero.pending.empty() || hero.pending[0] != choice) continue;
      const auto action = choice == LevelChoice::improve ? first_improvement(hero, i) : first_new_skill(hero, i);
      if (action) return *action;
    }
  }
  return {.kind = K::ready};
}

}  // namespace

Action time_out_action(const State& state, Seat seat) {
  switch (state.phase) {
    case Phase::assist:
      return {.kind = K::assist, .place = -1};
    case Phase::flee:
      return {.kind = K::flee};
    case Phase::replace:
      return {.kind = K::replace,
              .yes = is_last_asked(state)};  // nobody's absence is a vote to flee, so it ends no hunt
    case Phase::village:
      return default_of_village(state, seat);
    case Phase::turn:
    case Phase::over:
      break;
  }
  return default_of_turn(state, seat);
}

}  // namespace wyrmhall::rules::hunt
