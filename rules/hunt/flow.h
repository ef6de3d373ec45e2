// What follows by itself: hunts and their ends, rounds, the Fury, vacancies, levels, villages (sections 3 and 5 of
// docs/rules/hunt.md). Every throw of dice is a step of its own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/dice/dice.h"
#include "rules/game.h"
#include "rules/hunt/event.h"
#include "rules/hunt/legal.h"
#include "rules/hunt/state.h"

namespace wyrmhall::rules::hunt {

// --- What tells nothing (flow.cpp) ---

// Sets up the hunt that `hunt` and `chapter` name, up to its first turn (S1 to S5, P1, V7).
void begin_hunt(State& state);
// The next turn of this round, or false where no token is left (T1).
bool begin_next_turn(State& state);
// The place in `order` of the hero whose turn comes next in this round; the length of `order` where none does.
std::size_t next_place(const State& state);
// A hero as it comes into the match (S2, L1, N2).
Hero make_hero(const HeroOption& option, std::uint32_t version);
// The village after a hunt (V2 to V9).
void begin_village(State& state, bool won, bool last);
// All are ready: the hunt, or the end (V7, V8, W1).
void leave_village(State& state);
// V1, V2: the hunt's gold and XP, given out and put down in the report.
void give_rewards(State& state, HuntEnd& report);
// V0: heroes as they stand between hunts.
void reset_heroes(State& state);
// L2 to L6: a level for a hero whose own symbol came up `hits` times.
void raise_level(State& state, unsigned hero, int hits, HuntEnd& report);
// Takes off the hero's first choices as long as they leave nothing to choose (L4).
void drop_empty_choices(Hero& hero);
// X1 and the other specials of a Fury that hurt these heroes (F3).
void apply_special(State& state, unsigned dragon, Places hurt);
// How much of a supply is left (S3).
int ally_supply(const State& state);
int poison_supply(const State& state);
int blessed_supply(const State& state);
int pin_supply(const State& state);

constexpr std::uint8_t reduced(int value, int loss) {
  return static_cast<std::uint8_t>(std::max(0, value - loss));
}

// C2, F2: what this many Dragons do to a hero.
constexpr int loss_of(const Dragon& dragon, const Hero& hero, int symbols) {
  const int strike = data_of(dragon.id).chart[static_cast<std::size_t>(std::min(symbols, 3)) - 1];
  return std::max(0, strike - static_cast<int>(hero.ac));
}

// --- The end of a hunt ---

template <class Sink>
void finish_hunt(State& state, Sink& sink) {
  const HuntEnd& report = *state.last.end;
  const HuntOutcome outcome = report.outcome;
  tell(sink, [&] { return report; });
  reset_heroes(state);
  const bool victory = outcome == HuntOutcome::victory;
  const bool lost = outcome == HuntOutcome::defeat && state.options.defeatRule == DefeatRule::newBand;  // W2
  if (outcome == HuntOutcome::defeat && !lost) {
    for (Hero& hero : state.heroes) {
      if (hero.rests) continue;
      hero.alive = true;
      hero.hp = hero.hpMax;
      hero.gold = 0;
      hero.items.clear();
    }
  }
  const bool last = !state.options.campaign || lost || (victory && state.chapter == kChapters);  // W1
  if (last && (lost || !state.options.homecoming)) {
    state.phase = Phase::over;
  } else {
    begin_village(state, victory, last);
  }
}

// The next level of this hero or a later one (L1). If none is left, the hunt is done with.
template <class Sink>
void next_level(State& state, unsigned hero, Sink& sink) {
  for (; hero < state.heroes.size(); ++hero) {
    const Hero& rises = state.heroes[hero];
    if (!rises.inHunt || rises.level == kMaxLevel || rises.xp < kThresholds[rises.level + 1U]) continue;
    state.throws = {.purpose = ThrowFor::level, .who = static_cast<std::uint8_t>(hero), .left = kDice};
    return;
  }
  finish_hunt(state, sink);
}

template <class Sink>
void end_hunt(State& state, HuntOutcome outcome, Sink& sink) {
  HuntEnd report{.outcome = outcome, .chapter = state.chapter, .rounds = state.round};
  for (unsigned hero = 0; hero < state.heroes.size(); ++hero) {
    if (!state.heroes[hero].alive && !state.heroes[hero].rests) report.dead.insert(hero);
  }
  state.turn.reset();
  state.assist.reset();
  state.votes.clear();
  state.replace.clear();
  state.asked.clear();
  state.then.reset();
  if (outcome == HuntOutcome::victory) give_rewards(state, report);
  state.last = {.end = report};
  if (outcome == HuntOutcome::victory) return next_level(state, 0, sink);
  finish_hunt(state, sink);
}

// --- Deaths and vacancies ---

// A hero at 0 hit points. Where the other dragon is dead, the place before this one is vacant (P6).
template <class Sink>
void die(State& state, unsigned index, Sink& sink) {
  Hero& hero = state.heroes[index];
  const std::uint8_t dragon = hero.facing;
  hero.alive = false;
  hero.tokens = hero.ally = hero.blessed = hero.poison = hero.stun = 0;
  std::ranges::fill(hero.covered, 0);
  hero.facing = kNoDragon;
  tell(sink, [&] { return HeroDied{.hero = static_cast<std::uint8_t>(index)}; });
  if (state.dragons.size() == 2 && dragon != kNoDragon && !state.dragons[1U - dragon].alive) {
    state.replace.push_back(dragon);
  }
}

// H1: the hero whose turn comes after this one and may begin with a die of it; kMaxHeroes where there is no other hero.
// Only with the option is a die passed over the Fury (R-HUNT-7), to the head of the order as it stands.
std::uint8_t hero_assisted(const State& state);

// H1: whether a die can be passed on.
bool can_assist(const State& state);

// All class tokens back, as in the cleanup.
void give_tokens(State& state);

// The end of a turn but for the vote: the assist, if there can be one.
template <class Sink>
void begin_assist(State& state, Sink& sink) {
  if (!can_assist(state)) return begin_vote(state, sink);
  state.phase = Phase::assist;
}

// E3: since rules version 2 there is a vote only where a seat has called for it.
template <class Sink>
void begin_vote(State& state, Sink& sink) {
  state.phase = Phase::flee;
  if (state.options.version < kFlightIsCalled) return;
  const Places alive = seats_alive(state);
  state.votes = Places::from_bits(state.votes.bits() & alive.bits());
  if (state.votes.empty()) return next_turn(state, sink);
  if (state.votes == alive) end_hunt(state, HuntOutcome::fled, sink);
}

// All class tokens back; then the next round, or the dragon flies off (E4).
template <class Sink>
void clean_up(State& state, Sink& sink) {
  give_tokens(state);
  if (state.round == state.options.roundLimit) return end_hunt(state, HuntOutcome::escaped, sink);
  ++state.round;
  const std::uint8_t last = state.pos;
  state.pos = static_cast<std::uint8_t>(state.order.size() - 1);  // T1: the head of the order comes next
  // R-HUNT-7: nobody assists itself, though the Fury may have left nobody else.
  if (next_place(state) == last) state.assist.reset();
  begin_next_turn(state);
}

// P6: asks the next hero for the first place that is vacant, or goes on.
template <class Sink>
void fill_vacancies(State& state, Then then, Sink& sink) {
  while (!state.replace.empty()) {
    if (state.dragons[state.replace[0]].alive && hero_asked(state) != kMaxHeroes) {
      state.phase = Phase::replace;
      state.then = then;
      return;
    }
    erase_at(state.replace, 0);
    state.asked.clear();
  }
  state.then.reset();
  if (then == Then::assist) return begin_assist(state, sink);
  clean_up(state, sink);
}

// --- The Fury ---

// Poison, E2, vacancies and cleanup.
template <class Sink>
void end_fury(State& state, Sink& sink) {
  tell(sink, [&] { return *state.last.fury; });
  for (const std::uint8_t index : state.order) {
    Hero& hero = state.heroes[index];
    if (!hero.alive || hero.poison == 0) continue;
    tell(sink, [&] { return Poisoned{.hero = index, .loss = hero.poison}; });
    hero.hp = reduced(hero.hp, hero.poison);
    if (hero.hp == 0) die(state, index, sink);
  }
  if (living(state) == 0) return end_hunt(state, HuntOutcome::defeat, sink);
  fill_vacancies(state, Then::round, sink);
}

// The Fury of this dragon or of a later one that is alive and faced.
template <class Sink>
void next_fury(State& state, unsigned dragon, Sink& sink) {
  for (; dragon < state.dragons.size(); ++dragon) {
    if (!state.dragons[dragon].alive || !is_faced(state, dragon)) continue;
    state.throws = {.purpose = ThrowFor::fury,
                    .who = static_cast<std::uint8_t>(dragon),
                    .left = static_cast<std::uint8_t>(dice_in_play(state))};  // X2
    return;
  }
  end_fury(state, sink);
}

template <class Sink>
void begin_fury(State& state, Sink& sink) {
  state.turn.reset();
  state.last = {.fury = Fury{}};
  next_fury(state, 0, sink);
}

// F2, F3.
template <class Sink>
void strike(State& state, unsigned dragon, int symbols, Sink& sink) {
  FuryRow row{.dragon = static_cast<std::uint8_t>(dragon), .symbols = static_cast<std::uint8_t>(symbols)};
  Places hurt;
  for (unsigned i = 0; symbols > 0 && i < state.heroes.size(); ++i) {
    Hero& hero = state.heroes[i];
    if (!hero.alive || hero.facing != dragon) continue;
    const int loss = loss_of(state.dragons[dragon], hero, symbols);
    row.loss.set(i, static_cast<std::uint16_t>(loss));
    if (loss > 0) hurt.insert(i);
    hero.hp = reduced(hero.hp, loss);
  }
  state.last.fury->fury.push_back(row);
  if (!hurt.empty()) apply_special(state, dragon, hurt);
  for (const std::uint8_t hero : state.order) {
    if (state.heroes[hero].alive && state.heroes[hero].hp == 0) die(state, hero, sink);
  }
  next_fury(state, dragon + 1, sink);
}

// --- Turns ---

template <class Sink>
void next_turn(State& state, Sink& sink) {
  if (!begin_next_turn(state)) begin_fury(state, sink);
}

// --- Throws ---

// N2: the first custom hero, from this one on, whose hit points are not given. If none is left, the first hunt begins.
void next_hp(State& state, unsigned hero);
// N2: a custom hero's hit points, and AC where that is not given: kAcByHp stands for it until they are known.
inline constexpr std::uint8_t kAcByHp = 255;
void set_custom_hp(Hero& hero, int hits);
void set_custom_ac(Hero& hero);

// The throws are done: what they were for gets what they came to.
template <class Sink>
void finish_throws(State& state, Sink& sink) {
  const Throws throws = state.throws;
  state.throws = {};
  switch (throws.purpose) {
    case ThrowFor::none:
      return;
    case ThrowFor::hp:
      set_custom_hp(state.heroes[throws.who], throws.hits);
      return next_hp(state, throws.who + 1U);
    case ThrowFor::fury:
      return strike(state, throws.who, throws.hits, sink);
    case ThrowFor::level:
      raise_level(state, throws.who, throws.hits, *state.last.end);
      return next_level(state, throws.who, sink);
  }
}

// One of three throws (F1, L2, N2): dice that hit are set aside, and the rest are thrown again.
template <Dice D, class Sink>
void throw_dice(State& state, D& dice, Sink& sink) {
  Throws& throws = state.throws;
  const Symbol wanted = throws.purpose == ThrowFor::level ? state.heroes[throws.who].symbol : Symbol::dragon;
  if constexpr (!kSilent<Sink>) throws.counts.push_back(throws.left);
  int hits = 0;
  for (int i = 0; i < throws.left; ++i) {
    const auto symbol = static_cast<Symbol>(dice.roll(kFaces) - 1);
    hits += symbol == wanted ? 1 : 0;
    if constexpr (!kSilent<Sink>) throws.dice.push_back(symbol);
  }
  throws.hits = static_cast<std::uint8_t>(throws.hits + hits);
  throws.left = static_cast<std::uint8_t>(throws.left - hits);
  if (++throws.done < kMaxRolls && throws.left > 0) return;
  tell(sink, [&] { return Thrown{throws.purpose, throws.who, throws.dice, throws.counts}; });
  finish_throws(state, sink);
}

}  // namespace wyrmhall::rules::hunt
