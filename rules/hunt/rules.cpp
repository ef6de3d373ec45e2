#include "rules/hunt/rules.h"

namespace wyrmhall::rules::hunt {

Hero make_hero(const HeroOption& option, std::uint32_t version) {
  const ClassData& data = data_of(option.of);
  const bool custom = option.of == Class::custom;
  Hero hero;
  hero.seat = static_cast<Seat>(option.seat);
  hero.of = option.of;
  hero.symbol = custom ? option.symbol.value() : data.symbol;
  hero.initiative = data.initiative;
  hero.level = static_cast<std::uint8_t>(option.level.value_or(1));
  hero.xp = static_cast<std::uint32_t>(option.xp.value_or(kThresholds[hero.level]));
  hero.gold = static_cast<std::uint32_t>(option.gold.value_or(kStartGold));
  hero.hpMax = static_cast<std::uint8_t>(option.hpMax.value_or(data.hp));
  hero.baseAc = static_cast<std::uint8_t>(option.baseAc.value_or(custom ? kAcByHp : data.ac));
  if (hero.hpMax > 0) set_custom_ac(hero);
  hero.alive = option.alive;
  if (option.skills) {
    for (HeroSkill skill : *option.skills) {
      if (skill.plus > 0 && !skill.part) skill.part = has_part(skill.id, Part::attack) ? Part::attack : Part::heal;
      hero.skills.push_back(skill);
    }
  } else {
    for (const Skill skill : data.sheet) hero.skills.push_back({.id = skill, .part = {}});
  }
  if (option.items) {
    for (const Item item : *option.items) hero.items.push_back({.id = item});
  }
  if (option.pending && version >= kChoicesStay) {
    for (const LevelChoice choice : *option.pending) hero.pending.push_back(choice);
    drop_empty_choices(hero);
  }
  return hero;
}

State make_state(const Options& options, std::uint32_t version) {
  State state;
  state.options.chapter = static_cast<std::uint8_t>(options.chapter);
  state.options.campaign = options.campaign;
  state.options.homecoming = options.homecoming || version >= kAlwaysAVillage;
  state.options.version = static_cast<std::uint8_t>(version);
  state.options.roundLimit = static_cast<std::uint8_t>(options.roundLimit);
  state.options.defeatRule = options.defeatRule;
  state.options.maxLocked = static_cast<std::uint8_t>(options.maxLocked);
  state.options.fourthToken = static_cast<std::uint8_t>(options.fourthToken);
  state.options.healingWave = static_cast<std::uint8_t>(options.healingWave);
  state.options.assistOverFury = options.assistOverFury;
  state.options.lastMayDecline = options.lastMayDecline;
  if (options.dragons) {
    for (const DragonKind kind : *options.dragons) state.options.dragons.push_back(kind);
  }
  if (options.dragonHp) {
    for (const int hp : *options.dragonHp) state.options.dragonHp.push_back(static_cast<std::uint16_t>(hp));
  }
  state.chapter = state.options.chapter;
  for (const HeroOption& hero : options.heroes) state.heroes.push_back(make_hero(hero, version));
  if (options.groups) {
    state.groupsGiven = true;
    for (std::size_t i = 0; i < state.heroes.size(); ++i) {
      state.heroes[i].group = static_cast<std::uint8_t>((*options.groups)[i]);
    }
  }
  next_hp(state, 0);
  return state;
}

Outcome outcome_of(const State& state) {
  const bool won = state.last.end && state.last.end->outcome == HuntOutcome::victory;
  Outcome outcome;
  const auto seats = static_cast<Seat>(seats_of(state));
  for (Seat seat = 0; seat < seats; ++seat) {
    if (won) outcome.winners.insert(seat);
    outcome.place[seat] = won ? 1 : 2;
  }
  return outcome;
}

static_assert(rules::FormGame<Game>);

}  // namespace wyrmhall::rules::hunt
