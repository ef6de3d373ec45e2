// The state of Dice & Dragons (docs/rules/hunt.md). Nothing is hidden from anybody. Trivially copyable,
// less than a thousand bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "rules/described.h"
#include "rules/hunt/data.h"
#include "rules/hunt/event.h"
#include "rules/hunt/options.h"
#include "rules/hunt/places.h"
#include "rules/hunt/report.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::hunt {

inline constexpr std::uint8_t kNoDragon = 255;

enum class Phase : std::uint8_t { turn, assist, flee, replace, village, over };
inline constexpr auto kPhaseNames = kNamesUpTo<Phase::over>;

// Where the game goes on once vacancies are dealt with (P6).
enum class Then : std::uint8_t { assist, round };
inline constexpr auto kThenNames = kNamesUpTo<Then::round>;

struct HeroItem {
  Item id = Item::healing_potion;
  bool active = false;  // I2
  static constexpr auto kFields =
      fields(field("id", &HeroItem::id, {.names = kItemNames}), field("active", &HeroItem::active));
  friend bool operator==(const HeroItem&, const HeroItem&) = default;
};

// V9: whether a hero who rests is alive. While a hero rests, Hero::alive is false, since it takes part in no hunt.
enum class Rest : std::uint8_t { alive, dead };
inline constexpr auto kRestNames = kNamesUpTo<Rest::dead>;

struct Hero {
  Seat seat = 0;
  Class of = Class::warrior;
  Symbol symbol = Symbol::sword;
  std::uint8_t initiative = 0;
  std::uint8_t level = 1;
  std::uint8_t hpMax = 0;
  std::uint8_t baseAc = 0;
  std::uint8_t group = 0;  // P1
  bool alive = true;
  std::optional<Rest> rests{};
  bool inHunt = false;
  // In this hunt.
  std::uint8_t hp = 0;
  std::uint8_t tokens = 0;  // left this round
  std::uint8_t ally = 0;
  std::uint8_t blessed = 0;
  std::uint8_t poison = 0;
  std::uint8_t stun = 0;            // tokens to miss next round
  std::uint8_t facing = kNoDragon;  // P1
  std::uint16_t ac = 0;
  std::uint32_t xp = 0;
  std::uint32_t gold = 0;
  InlineVector<HeroSkill, kMaxSheet> skills{};
  InlineVector<std::uint8_t, kMaxSheet> covered{};  // tokens on each skill
  InlineVector<HeroItem, kMaxItems> items{};
  InlineVector<LevelChoice, kMaxLevelChoices> pending{};

  static constexpr auto kFields = fields(
      field("seat", &Hero::seat), field("class", &Hero::of, {.names = kClassNames}),
      field("symbol", &Hero::symbol, {.names = kSymbolNames}), field("initiative", &Hero::initiative),
      field("level", &Hero::level), field("xp", &Hero::xp), field("gold", &Hero::gold), field("hpMax", &Hero::hpMax),
      field("baseAc", &Hero::baseAc), field("skills", &Hero::skills), field("items", &Hero::items),
      field("pending", &Hero::pending, {.names = kLevelChoiceNames}), field("group", &Hero::group),
      field("alive", &Hero::alive), field("rests", &Hero::rests, {.names = kRestNames, .left_out = true}),
      field("inHunt", &Hero::inHunt), field("hp", &Hero::hp), field("ac", &Hero::ac), field("tokens", &Hero::tokens),
      field("covered", &Hero::covered), field("ally", &Hero::ally), field("blessed", &Hero::blessed),
      field("poison", &Hero::poison), field("stun", &Hero::stun),
      field("facing", &Hero::facing, {.most = 1, .none = kNoDragon}));
  friend bool operator==(const Hero&, const Hero&) = default;
};

struct Dragon {
  DragonKind id = DragonKind::young_red;
  std::uint8_t size = 1;  // heroes of its group at the start
  std::uint16_t hp = 0;
  std::uint16_t hpMax = 0;
  bool alive = true;
  std::uint8_t locked = 0;  // dice (X1)
  std::uint8_t pins = 0;
  static constexpr auto kFields =
      fields(field("id", &Dragon::id, {.names = kDragonNames}), field("size", &Dragon::size, {.least = 1, .most = 3}),
             field("hp", &Dragon::hp), field("hpMax", &Dragon::hpMax), field("alive", &Dragon::alive),
             field("locked", &Dragon::locked, {.most = kDice}), field("pins", &Dragon::pins, {.most = kPinSupply}));
  friend bool operator==(const Dragon&, const Dragon&) = default;
};

struct Turn {
  std::uint8_t hero = 0;
  std::uint8_t rolls = 0;
  InlineVector<Symbol, kDice> dice{};  // as many as are in play (X2)
  std::optional<Symbol> kept{};        // the assisted symbol (H2)
  Places used{};                       // by the activation
  static constexpr auto kFields =
      fields(field("hero", &Turn::hero, {.most = kMaxHeroes - 1}), field("rolls", &Turn::rolls, {.most = kMaxRolls}),
             field("dice", &Turn::dice, {.names = kSymbolNames}), field("kept", &Turn::kept, {.names = kSymbolNames}),
             field("used", &Turn::used));
  friend bool operator==(const Turn&, const Turn&) = default;
};

struct Village {
  std::array<std::uint8_t, kItems.size()> stock{};  // by item
  Places ready{};                                   // seats
  bool won = false;
  bool last = false;    // V8
  bool before = false;  // the first hunt: only choices of levels are made (V5)
  // V2: heroes with a coin of what was left over, who may hand it on. They have that much gold.
  Places leftOver{};
  Places switched{};  // V9: heroes who have come or gone
  static constexpr auto kFields =
      fields(field("stock", &Village::stock), field("ready", &Village::ready), field("won", &Village::won),
             field("last", &Village::last), field("before", &Village::before),
             field("leftOver", &Village::leftOver, {.left_out = true}),
             field("switched", &Village::switched, {.left_out = true}));
  friend bool operator==(const Village&, const Village&) = default;
};

// The options that still matter once the match has started. `heroes` and `groups` are in the heroes.
struct Setup {
  std::uint8_t version = 1;  // of the rules
  std::uint8_t chapter = 1;
  bool campaign = false;
  bool homecoming = false;  // V8
  std::uint8_t roundLimit = 30;
  DefeatRule defeatRule = DefeatRule::newBand;
  std::uint8_t maxLocked = kUsualMaxLocked;      // X1
  std::uint8_t fourthToken = kUsualFourthToken;  // L6
  std::uint8_t healingWave = kUsualHealingWave;
  bool assistOverFury = false;  // H1
  bool lastMayDecline = false;  // P7
  // Of the first hunt; empty from the second one on.
  InlineVector<DragonKind, 2> dragons{};
  InlineVector<std::uint16_t, 2> dragonHp{};
  static constexpr auto kFields = fields(
      field("version", &Setup::version, {.least = 1}), field("chapter", &Setup::chapter),
      field("campaign", &Setup::campaign), field("homecoming", &Setup::homecoming),
      field("roundLimit", &Setup::roundLimit), field("defeatRule", &Setup::defeatRule, {.names = kDefeatRuleNames}),
      field("maxLocked", &Setup::maxLocked,
            {.least = kLockedDice.least, .most = kLockedDice.most, .none = kUsualMaxLocked, .left_out = true}),
      field("fourthToken", &Setup::fourthToken,
            {.least = kFourthToken.least, .most = kFourthToken.most, .none = kUsualFourthToken, .left_out = true}),
      field("healingWave", &Setup::healingWave,
            {.least = kHealingWave.least, .most = kHealingWave.most, .none = kUsualHealingWave, .left_out = true}),
      field("assistOverFury", &Setup::assistOverFury, {.none = 0, .left_out = true}),
      field("lastMayDecline", &Setup::lastMayDecline, {.none = 0, .left_out = true}),
      field("dragons", &Setup::dragons, {.names = kDragonNames}), field("dragonHp", &Setup::dragonHp));
  friend bool operator==(const Setup&, const Setup&) = default;
};

// Three throws while they go on, in which dice that hit are set aside. Only a search ever sees them.
struct Throws {
  ThrowFor purpose = ThrowFor::none;
  std::uint8_t who = 0;   // the hero, or in a Fury the dragon
  std::uint8_t done = 0;  // throws
  std::uint8_t left = 0;  // dice
  std::uint8_t hits = 0;
  // What was thrown, throw after throw, and how many dice each had: for the event; empty where nobody listens.
  InlineVector<Symbol, kThrownDice> dice{};
  InlineVector<std::uint8_t, kMaxRolls> counts{};
  static constexpr auto kFields =
      fields(field("for", &Throws::purpose, {.names = kThrowForNames}),
             field("who", &Throws::who, {.most = kMaxHeroes - 1}), field("done", &Throws::done, {.most = kMaxRolls}),
             field("left", &Throws::left, {.most = kDice}), field("hits", &Throws::hits, {.most = kDice}));
  friend bool operator==(const Throws&, const Throws&) = default;
};

struct State {
  Setup options{};
  std::uint8_t chapter = 1;
  std::uint16_t hunt = 1;
  std::uint8_t round = 1;
  Phase phase = Phase::turn;
  Throws throws{};
  InlineVector<Hero, kMaxHeroes> heroes{};
  InlineVector<Dragon, 2> dragons{};
  InlineVector<std::uint8_t, kMaxHeroes> order{};  // those who take part, by (initiative, index)
  std::uint8_t pos = 0;                            // of the last turn in it
  std::optional<Turn> turn{};
  std::optional<Symbol> assist{};                    // on its way to the next turn
  Places votes{};                                    // seats that voted to flee
  InlineVector<std::uint8_t, kMaxHeroes> replace{};  // P6: dragons with a place to fill
  Places asked{};                                    // heroes who declined the first of them
  std::optional<Then> then{};
  bool groupsGiven = false;
  std::optional<Village> village{};
  Report last{};  // in phase over the end of the last hunt

  static constexpr auto kFields =
      fields(field("options", &State::options), field("chapter", &State::chapter), field("hunt", &State::hunt),
             field("round", &State::round), field("phase", &State::phase, {.names = kPhaseNames}),
             field("throws", &State::throws), field("heroes", &State::heroes), field("dragons", &State::dragons),
             field("order", &State::order, {.most = kMaxHeroes - 1}), field("pos", &State::pos),
             field("turn", &State::turn), field("assist", &State::assist, {.names = kSymbolNames}),
             field("votes", &State::votes), field("replace", &State::replace, {.most = 1}),
             field("asked", &State::asked), field("then", &State::then, {.names = kThenNames}),
             field("groupsGiven", &State::groupsGiven), field("village", &State::village), field("last", &State::last));
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);

// --- Looking at a state ---

constexpr int seats_of(const State& state) {
  int seats = 0;
  for (const Hero& hero : state.heroes) seats = hero.seat >= seats ? hero.seat + 1 : seats;
  return seats;
}

constexpr int living(const State& state) {
  int count = 0;
  for (const Hero& hero : state.heroes) count += hero.alive ? 1 : 0;
  return count;
}

// At rest or not.
constexpr bool is_alive(const Hero& hero) {
  return hero.alive || hero.rests == Rest::alive;
}

// Whose turn it is; there must be one.
constexpr const Hero& acting(const State& state) {
  return state.heroes[state.turn->hero];
}

// Seats with a living hero (E3).
constexpr Places seats_alive(const State& state) {
  Places seats{};
  for (const Hero& hero : state.heroes) {
    if (hero.alive) seats.insert(hero.seat);
  }
  return seats;
}

// X2.
constexpr int dice_in_play(const State& state) {
  int dice = kDice;
  for (const Dragon& dragon : state.dragons) dice -= dragon.locked;
  return dice;
}

// L6.
constexpr int tokens_of(const State& state, const Hero& hero) {
  return hero.of == Class::wizard && hero.level >= state.options.fourthToken ? kTokens + 1 : kTokens;
}

// The damage, healing or AC of a skill in this match (R-HUNT-12).
constexpr int value_of(const Setup& options, Skill skill) {
  return skill == Skill::healing_wave ? options.healingWave : data_of(skill).value;
}

// P4: whether the hero's dragon is dead.
constexpr bool is_supporter(const Hero& hero) {
  return hero.inHunt && hero.alive && hero.facing == kNoDragon;
}

// The living heroes that face a dragon.
constexpr bool is_faced(const State& state, unsigned dragon) {
  for (const Hero& hero : state.heroes) {
    if (hero.alive && hero.facing == dragon) return true;
  }
  return false;
}

// P6: the hero who is asked to step in; kMaxHeroes where nobody is left to be asked.
constexpr std::uint8_t hero_asked(const State& state) {
  for (const std::uint8_t hero : state.order) {
    if (is_supporter(state.heroes[hero]) && !state.asked.contains(hero)) return hero;
  }
  return kMaxHeroes;
}

// P7: whether that hero is the last one who can step in, and nobody faces the dragon otherwise.
constexpr bool is_last_asked(const State& state) {
  if (is_faced(state, state.replace[0])) return false;
  int left = 0;
  for (const std::uint8_t hero : state.order) {
    if (is_supporter(state.heroes[hero]) && !state.asked.contains(hero)) ++left;
  }
  return left == 1;
}

// P7: whether that hero must step in.
constexpr bool is_forced(const State& state) {
  return !state.options.lastMayDecline && is_last_asked(state);
}

// The place of a skill on the hero's sheet; the sheet's length where the skill is not there.
constexpr std::size_t place_on_sheet(const Hero& hero, Skill skill) {
  std::size_t place = 0;
  while (place < hero.skills.size() && hero.skills[place].id != skill) ++place;
  return place;
}

// The length of a short list, in the type of its places.
constexpr std::uint8_t length(const auto& list) {
  return static_cast<std::uint8_t>(list.size());
}

// Takes the element at this place off a list.
template <class T, std::size_t N>
constexpr void erase_at(InlineVector<T, N>& list, std::size_t at) {
  for (; at + 1 < list.size(); ++at) list[at] = list[at + 1];
  list.pop_back();
}

}  // namespace wyrmhall::rules::hunt
