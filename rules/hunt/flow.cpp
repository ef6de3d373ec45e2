#include "rules/hunt/flow.h"

#include <array>
#include <limits>
#include <utility>

namespace wyrmhall::rules::hunt {
namespace {

// P1: chosen groups are kept where those who take part form two of them.
void set_groups(State& state) {
  std::array<int, 2> sizes{};
  for (const std::uint8_t hero : state.order) ++sizes[state.heroes[hero].group];
  if (state.groupsGiven && are_groups(sizes[0], sizes[1])) return;
  for (std::size_t place = 0; place < state.order.size(); ++place) {
    state.heroes[state.order[place]].group = static_cast<std::uint8_t>(place % 2);
  }
}

void set_dragons(State& state) {
  const int count = dragons_for(static_cast<int>(state.order.size()));
  if (count == 2) set_groups(state);
  state.dragons.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    Dragon dragon;
    dragon.id = state.options.dragons.empty() ? kChapterDragons[state.chapter - 1U][i] : state.options.dragons[i];
    dragon.size = 0;
    for (const std::uint8_t index : state.order) {
      Hero& hero = state.heroes[index];
      if (count == 2 && hero.group != i) continue;
      hero.facing = static_cast<std::uint8_t>(i);
      ++dragon.size;
    }
    dragon.hpMax = data_of(dragon.id).hp[dragon.size - 1U];
    if (!state.options.dragonHp.empty()) dragon.hpMax = state.options.dragonHp[i];
    dragon.hp = dragon.hpMax;
    state.dragons.push_back(dragon);
  }
}

// V2.
void split(State& state, std::uint32_t Hero::* good, unsigned total, Shares& shares) {
  InlineVector<std::uint8_t, kMaxHeroes> heroes;  // by what they had, then by index
  for (std::uint8_t hero = 0; hero < length(state.heroes); ++hero) {
    if (state.heroes[hero].inHunt) heroes.push_back(hero);
  }
  std::ranges::sort(heroes, {}, [&](std::uint8_t hero) { return std::pair(state.heroes[hero].*good, hero); });
  const auto count = static_cast<unsigned>(heroes.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned share = (total / count) + (i < total % count ? 1 : 0);
    state.heroes[heroes[i]].*good += share;
    shares.set(heroes[i], static_cast<std::uint16_t>(share));
  }
}

// V2: whose share has a coin of what was left over.
Places given_left_over(const Shares& shares) {
  unsigned least = std::numeric_limits<std::uint16_t>::max();
  for (const unsigned hero : shares.heroes.each()) least = std::min<unsigned>(least, shares.of[hero]);
  Places given;
  for (const unsigned hero : shares.heroes.each()) {
    if (shares.of[hero] > least) given.insert(hero);
  }
  return given;
}

// The hurt hero, still alive, with the fewest or most hit points, the first in initiative order of equal ones.
Hero* hurt_most(State& state, Places hurt, bool fewest) {
  Hero* found = nullptr;
  for (const std::uint8_t index : state.order) {
    Hero& hero = state.heroes[index];
    if (!hurt.contains(index) || hero.hp == 0) continue;
    if (found == nullptr || (fewest ? hero.hp < found->hp : hero.hp > found->hp)) found = &hero;
  }
  return found;
}

int supply(const State& state, int all, std::uint8_t Hero::* token) {
  for (const Hero& hero : state.heroes) all -= hero.*token;
  return all;
}

// V5: heroes that have choices of levels left from another match make them before the first hunt.
void choose_before(State& state) {
  Places choosing;
  for (const Hero& hero : state.heroes) {
    if (!hero.pending.empty()) choosing.insert(hero.seat);
  }
  if (choosing.empty()) return;
  state.turn.reset();
  state.phase = Phase::village;
  const Places everybody = Places::first(static_cast<unsigned>(seats_of(state)));
  state.village = Village{.ready = Places::from_bits(everybody.bits() & ~choosing.bits()), .before = true};
}

}  // namespace

int ally_supply(const State& state) {
  return supply(state, kAllySupply, &Hero::ally);
}
int poison_supply(const State& state) {
  return supply(state, kPoisonSupply, &Hero::poison);
}
int blessed_supply(const State& state) {
  return supply(state, kBlessedSupply, &Hero::blessed);
}
int pin_supply(const State& state) {
  int left = kPinSupply;
  for (const Dragon& dragon : state.dragons) left -= dragon.pins;
  return left;
}

void begin_hunt(State& state) {
  reset_heroes(state);
  state.order.clear();
  for (std::uint8_t i = 0; i < length(state.heroes); ++i) {
    Hero& hero = state.heroes[i];
    hero.inHunt = hero.alive;
    if (!hero.alive) continue;
    hero.tokens = static_cast<std::uint8_t>(tokens_of(state, hero));
    state.order.push_back(i);
  }
  std::ranges::sort(state.order, {}, [&](std::uint8_t hero) { return std::pair(state.heroes[hero].initiative, hero); });
  set_dragons(state);
  state.round = 1;
  state.last = {};
  state.pos = static_cast<std::uint8_t>(state.order.size() - 1);
  begin_next_turn(state);
}

std::size_t next_place(const State& state) {
  const std::size_t count = state.order.size();
  for (std::size_t i = 1; i <= count; ++i) {
    const std::size_t place = (state.pos + i) % count;
    const Hero& hero = state.heroes[state.order[place]];
    if (hero.alive && hero.tokens > 0) return place;
  }
  return count;
}

bool begin_next_turn(State& state) {
  const std::size_t place = next_place(state);
  if (place == state.order.size()) return false;
  state.pos = static_cast<std::uint8_t>(place);
  Turn turn{.hero = state.order[place]};
  for (int die = dice_in_play(state); die > 0; --die) turn.dice.push_back(Symbol::blank);
  if (!turn.dice.empty()) turn.kept = state.assist;  // a Fury may have locked the last one
  state.turn = turn;
  state.assist.reset();
  state.phase = Phase::turn;
  return true;
}

std::uint8_t hero_assisted(const State& state) {
  std::size_t next = next_place(state);
  if (next == state.order.size() && state.options.assistOverFury && state.round < state.options.roundLimit) {
    const auto lives = [&](std::uint8_t hero) { return state.heroes[hero].alive; };
    next = static_cast<std::size_t>(std::ranges::find_if(state.order, lives) - state.order.begin());
  }
  if (next == state.order.size() || next == state.pos) return kMaxHeroes;  // R-HUNT-7
  return state.order[next];
}

bool can_assist(const State& state) {
  const Turn& turn = *state.turn;
  bool spare = false;
  for (std::size_t die = 0; die < turn.dice.size(); ++die) {
    spare = spare || (turn.dice[die] != Symbol::dragon && !turn.used.contains(static_cast<unsigned>(die)));
  }
  return state.heroes[turn.hero].alive && spare && hero_assisted(state) != kMaxHeroes;
}

void give_tokens(State& state) {
  for (Hero& hero : state.heroes) {
    if (!hero.alive) continue;
    hero.tokens = static_cast<std::uint8_t>(std::max(1, tokens_of(state, hero) - hero.stun));
    hero.stun = 0;
    std::ranges::fill(hero.covered, 0);
  }
}

void reset_heroes(State& state) {
  for (Hero& hero : state.heroes) {
    hero.hp = hero.alive ? hero.hpMax : std::uint8_t{0};
    hero.ac = hero.baseAc;
    hero.tokens = hero.ally = hero.blessed = hero.poison = hero.stun = 0;
    hero.facing = kNoDragon;
    hero.covered.clear();
    for (std::size_t i = 0; i < hero.skills.size(); ++i) hero.covered.push_back(0);
    for (std::size_t i = hero.items.size(); i-- > 0;) {
      if (hero.items[i].active) erase_at(hero.items, i);
    }
  }
}

void give_rewards(State& state, HuntEnd& report) {
  unsigned xp = 0;
  unsigned gold = 0;
  for (const Dragon& dragon : state.dragons) {
    xp += data_of(dragon.id).xp[dragon.size - 1U];
    gold += data_of(dragon.id).gold[dragon.size - 1U];
  }
  split(state, &Hero::xp, xp, report.xp);
  split(state, &Hero::gold, gold, report.gold);
}

void raise_level(State& state, unsigned index, int hits, HuntEnd& report) {
  Hero& hero = state.heroes[index];
  ++hero.level;
  const int gain = 1 + hits + (hero.of == Class::warrior ? 1 : 0);
  hero.hpMax = static_cast<std::uint8_t>(hero.hpMax + gain);
  const bool even = hero.level % 2 == 0;
  if (hero.of == Class::rogue && even) ++hero.baseAc;  // L5
  hero.pending.push_back(even ? LevelChoice::improve : LevelChoice::learn);
  drop_empty_choices(hero);
  report.levels.heroes.insert(index);
  report.levels.of[index].push_back(static_cast<std::uint8_t>(gain));
}

void drop_empty_choices(Hero& hero) {
  while (!hero.pending.empty() && !has_level_choice(hero)) erase_at(hero.pending, 0);
}

void apply_special(State& state, unsigned index, Places hurt) {
  Dragon& dragon = state.dragons[index];
  const DragonData& data = data_of(dragon.id);
  const auto each_alive = [&](auto&& visit) {
    for (const unsigned hero : hurt.each()) {
      if (state.heroes[hero].hp > 0) visit(state.heroes[hero]);
    }
  };
  switch (data.special) {
    case Special::burn:
      return each_alive([&](Hero& hero) { hero.hp = reduced(hero.hp, data.amount); });
    case Special::lock:  // X1, R-HUNT-10
      if (kDice - dice_in_play(state) < state.options.maxLocked) ++dragon.locked;
      return;
    case Special::poison:
      if (Hero* const hero = hurt_most(state, hurt, true)) {
        const int tokens = std::min<int>(data.amount, poison_supply(state));
        hero->poison = static_cast<std::uint8_t>(hero->poison + tokens);
      }
      return;
    case Special::dispel:
      return each_alive([](Hero& hero) {
        hero.ally = reduced(hero.ally, 1);
        hero.blessed = reduced(hero.blessed, 1);
      });
    case Special::stun:
      if (Hero* const hero = hurt_most(state, hurt, false)) {
        hero->stun = static_cast<std::uint8_t>(hero->stun + data.amount);
      }
      return;
    case Special::sunder:
      return each_alive([&](Hero& hero) {
        const int above = std::max(0, hero.ac - hero.baseAc);
        hero.ac = static_cast<std::uint16_t>(hero.ac - std::min<int>(above, data.amount));
      });
    case Special::regen:
      dragon.hp = static_cast<std::uint16_t>(std::min<int>(dragon.hpMax, dragon.hp + data.amount));
      return;
  }
}

void begin_village(State& state, bool won, bool last) {
  state.phase = Phase::village;
  Village village{.won = won, .last = last};
  if (state.last.end && state.options.version >= kLeftOverIsShared) {
    village.leftOver = given_left_over(state.last.end->gold);
  }
  for (std::size_t item = 0; item < kItems.size(); ++item) {
    if (kItems[item].chapter <= state.chapter) village.stock[item] = kItems[item].stock;
  }
  state.village = village;
}

void leave_village(State& state) {
  const Village village = *state.village;
  state.village.reset();
  if (village.before) return begin_hunt(state);
  if (village.last) {
    state.phase = Phase::over;
    return;
  }
  if (village.won) ++state.chapter;
  ++state.hunt;
  state.options.dragons.clear();
  state.options.dragonHp.clear();
  begin_hunt(state);
}

void next_hp(State& state, unsigned hero) {
  for (; hero < state.heroes.size(); ++hero) {
    if (state.heroes[hero].hpMax > 0) continue;
    state.throws = {.purpose = ThrowFor::hp, .who = static_cast<std::uint8_t>(hero), .left = kDice};
    return;
  }
  begin_hunt(state);
  choose_before(state);
}

void set_custom_hp(Hero& hero, int hits) {
  hero.hpMax = static_cast<std::uint8_t>(kCustomHp + hits);
  set_custom_ac(hero);
}

void set_custom_ac(Hero& hero) {
  if (hero.baseAc == kAcByHp) hero.baseAc = hero.hpMax <= kCustomAcUpTo ? 1 : 0;
}

}  // namespace wyrmhall::rules::hunt
