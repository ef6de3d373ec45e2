#include "rules/hunt/turn.h"

namespace wyrmhall::rules::hunt {
namespace {

void add_token(std::uint8_t& tokens, int supply) {
  if (supply > 0) ++tokens;  // S3
}

// A6, R-HUNT-21: a supporter pins down the dragon that is left.
Dragon& pinned_by(State& state, const Hero& hero) {
  if (hero.facing != kNoDragon) return state.dragons[hero.facing];
  return *std::ranges::find(state.dragons, true, &Dragon::alive);
}

// V2: a hero that spends all its gold has no coin left to hand on.
void pay(State& state, std::uint8_t index, unsigned price) {
  Hero& hero = state.heroes[index];
  hero.gold -= price;
  if (hero.gold == 0) state.village->leftOver.erase(index);
}

void resurrect(State& state, const Action& action) {
  Hero& hero = state.heroes[action.hero];
  pay(state, action.other, kResurrectionGold);
  hero.alive = true;
  hero.hp = hero.hpMax;
}

void buy(State& state, const Action& action) {
  Hero& hero = state.heroes[action.hero];
  pay(state, action.hero, data_of(action.item).price);
  --state.village->stock[index(action.item)];
  const int drop = action.place;
  if (drop >= 0) erase_at(hero.items, static_cast<std::size_t>(drop));
  hero.items.push_back({.id = action.item});
}

// V2: the hero that gets the coin keeps it.
void share(State& state, const Action& action) {
  state.village->leftOver.erase(action.hero);
  --state.heroes[action.hero].gold;
  ++state.heroes[action.other].gold;
}

// V9: the hero that goes stays in the match as it is, and the one that comes takes its group.
void switch_heroes(State& state, Seat seat, const Action& action) {
  const std::uint8_t comes = action.newcomer ? length(state.heroes) : action.other;
  if (action.newcomer) state.heroes.push_back(make_hero({.seat = seat, .of = *action.newcomer}, state.options.version));
  Hero& out = state.heroes[action.hero];
  Hero& in = state.heroes[comes];
  in.alive = is_alive(in);
  in.rests.reset();
  in.group = out.group;
  out.rests = out.alive ? Rest::alive : Rest::dead;
  out.alive = false;
  state.village->leftOver.erase(action.hero);
  state.village->switched.insert(action.hero);
  state.village->switched.insert(comes);
  reset_heroes(state);
}

void be_ready(State& state, Seat seat) {
  state.village->ready.insert(seat);
  if (seats_to_decide(state).empty()) leave_village(state);
}

// V5: before the first hunt there is nothing else to do.
void ready_if_chosen(State& state, Seat seat) {
  if (!state.village->before) return;
  for (const Hero& hero : state.heroes) {
    if (hero.seat == seat && !hero.pending.empty()) return;
  }
  be_ready(state, seat);
}

void improve(Hero& hero, const Action& action) {
  HeroSkill& skill = hero.skills[place_on_sheet(hero, action.skill)];
  skill.plus = 1;
  skill.part = action.part;
  erase_at(hero.pending, 0);
  drop_empty_choices(hero);
}

void learn(Hero& hero, const Action& action) {
  hero.skills.push_back({.id = action.skill, .part = {}});
  hero.covered.push_back(0);
  erase_at(hero.pending, 0);
  drop_empty_choices(hero);
}

}  // namespace

int damage_of(const State& state, const Hero& hero, Skill skill) {
  int damage =
      value_of(state.options, skill) + improvement(hero, skill, Part::attack) + state.dragons[hero.facing].pins;
  for (const HeroItem& item : hero.items) {
    if (item.active && data_of(item.id).kind == ItemKind::attack) damage += data_of(item.id).value;
  }
  return damage;
}

int attack(State& state, const Hero& hero, Skill skill) {
  Dragon& dragon = state.dragons[hero.facing];
  const int damage = damage_of(state, hero, skill);
  dragon.hp = static_cast<std::uint16_t>(std::max(0, dragon.hp - damage));
  if (dragon.hp > 0) return damage;
  const std::uint8_t index = hero.facing;
  dragon.alive = false;
  dragon.pins = 0;
  dragon.locked = 0;
  for (Hero& each : state.heroes) {
    if (each.facing == index) each.facing = kNoDragon;
  }
  return damage;
}

int take_effect(State& state, const Action& action) {
  Hero& hero = state.heroes[state.turn->hero];
  const SkillData& data = data_of(action.skill);
  const int healing = value_of(state.options, action.skill) + improvement(hero, action.skill, Part::heal);
  int damage = 0;
  switch (data.kind) {
    case SkillKind::attack:
      return attack(state, hero, action.skill);
    case SkillKind::drain:  // A3
      damage = attack(state, hero, action.skill);
      heal(hero, healing);
      return damage;
    case SkillKind::heal:
      for (const unsigned target : action.targets.each()) heal(state.heroes[target], healing);
      return 0;
    case SkillKind::stance:  // A4
      hero.ac = static_cast<std::uint16_t>(hero.ac + data.value);
      return 0;
    case SkillKind::shield: {
      Hero& target = state.heroes[*action.targets.each().begin()];
      target.ac = static_cast<std::uint16_t>(target.ac + data.value);
      return 0;
    }
    case SkillKind::blessing:  // A5
      add_token(state.heroes[*action.targets.each().begin()].blessed, blessed_supply(state));
      return 0;
    case SkillKind::pin:
      add_token(pinned_by(state, hero).pins, pin_supply(state));
      return 0;
    case SkillKind::ally:  // A7
      add_token(hero.ally, ally_supply(state));
      return 0;
  }
  return 0;
}

void counter(State& state, Activation& report) {
  Hero& hero = state.heroes[report.hero];
  const int dragons = count(*state.turn).dragons;
  if (dragons == 0 || hero.facing == kNoDragon) return;
  Dragon& dragon = state.dragons[hero.facing];
  report.counter = static_cast<std::uint8_t>(std::min(dragons, 3));
  if (hero.ally > 0) {  // C4, R-HUNT-27
    --hero.ally;
    return;
  }
  const int loss = loss_of(dragon, hero, dragons);
  report.counterDamage = static_cast<std::uint16_t>(loss);
  hero.hp = reduced(hero.hp, loss);
  if (loss > 0 && dragon.locked > 0) --dragon.locked;  // C3, R-HUNT-11
}

void act_in_village(State& state, Seat seat, const Action& action) {
  Hero& hero = state.heroes[action.hero];
  switch (action.kind) {
    case ActionKind::resurrect:
      return resurrect(state, action);
    case ActionKind::buy:
      return buy(state, action);
    case ActionKind::give: {
      const HeroItem item = hero.items[action.slot];
      erase_at(hero.items, action.slot);
      state.heroes[action.other].items.push_back(item);
      return;
    }
    case ActionKind::improve:
      improve(hero, action);
      return ready_if_chosen(state, seat);
    case ActionKind::learn:
      learn(hero, action);
      return ready_if_chosen(state, seat);
    case ActionKind::group:
      hero.group = action.other;
      state.groupsGiven = true;
      return;
    case ActionKind::share:
      return share(state, action);
    case ActionKind::swap:
      return switch_heroes(state, seat, action);
    default:
      break;
  }
  be_ready(state, seat);
}

}  // namespace wyrmhall::rules::hunt
