// How long the updates of Dice & Dragons are that come with choices: in matches as they come up, and at their worst.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "clients/model/offered_actions.h"
#include "rules/dice/fast_dice.h"
#include "server/games/hunt/view.h"
#include "server/games/hunt/wire.h"
#include "server/games/option_fields.h"
#include "server/games/registry.h"
#include "tests/rules/hunt/options.h"
#include "tests/support/effort.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::test {
namespace {

namespace hunt = rules::hunt;
namespace pb = wyrmhall::v1;
using hunt::Item;
using hunt::Skill;
using hunt::Symbol;

// Bytes of an update with choices: of the median, and of any. Only the end of a hunt is longer, and only to a player
// who has all five heroes, where four coins are left over (V2); and once more where the options gave heroes the
// experience of several levels, which they rise all at once.
constexpr std::size_t kUsualUpdate = 300;
constexpr std::size_t kMaxUpdate = 1024;
constexpr std::size_t kMaxForAllHeroes = 1120;
constexpr std::size_t kMaxManyLevels = 1856;

pb::GameOptions hunt_options(const hunt::Options& options) {
  pb::GameOptions message;
  server::write_option_fields(options, *message.mutable_hunt());
  return message;
}

// A frame with everything else that comes with an update.
std::size_t frame_size(pb::MatchUpdate update) {
  pb::ServerMessage frame;
  update.set_waiting_on(31);
  update.set_channel(~0U);
  update.set_version(9999);
  update.set_deadline_us(2'000'000'000'000'000);
  frame.mutable_update()->Swap(&update);
  return frame.ByteSizeLong();
}

// --- In play ---

std::unique_ptr<server::RunningGame> started(const hunt::Options& options, std::uint64_t seed) {
  const server::GameKind& kind = server::hunt_game();
  const pb::GameOptions message = hunt_options(options);
  persistence::MatchRow row;
  row.game = "hunt";
  row.rules_version = kind.newest_version();
  row.options = message.SerializeAsString();
  row.seats.resize(static_cast<std::size_t>(kind.seats(message)));
  row.server_seed[0] = static_cast<std::uint8_t>(seed);
  return kind.start(row).value();
}

// Some decision of the first seat that is waited on, who hardly ever flees.
void play_one(server::RunningGame& game, rules::FastDice& chance) {
  persistence::Move move;
  while (!game.waiting_on().contains(move.seat)) ++move.seat;
  const pb::Choices choices = server::choices_of(game, move.seat);
  const bool brave = chance.below(20) > 0;
  const auto any = [&] { return clients::action_at(choices, chance.below(clients::count_actions(choices))); };
  pb::GameAction action = any();
  while (brave && action.hunt().flee()) action = any();
  move.action = action.SerializeAsString();
  REQUIRE(server::play_recorded(game, move));
}

// What the seat is told of the last move.
pb::MatchUpdate update_of(const server::RunningGame& game, rules::Seat seat) {
  pb::MatchUpdate update = server::events_of(game);
  *update.mutable_diff() = server::diff_of(game, {.seat = seat});
  *update.mutable_choices() = server::choices_of(game, seat);
  return update;
}

bool ends_hunt(const pb::MatchUpdate& update) {
  return std::ranges::any_of(update.events(), [](const pb::GameEvent& event) { return event.hunt().has_end(); });
}

// --- At its worst ---

// Five custom heroes, of `seats` seats, with sheets that are full.
hunt::State band(std::uint8_t seats) {
  hunt::State state;
  for (std::uint8_t i = 0; i < hunt::kMaxHeroes; ++i) {
    hunt::Hero hero{.seat = static_cast<rules::Seat>(i % seats), .of = hunt::Class::custom, .symbol = Symbol::crossbow};
    hero.level = hunt::kMaxLevel;
    hero.hpMax = 99;
    hero.hp = 90;
    hero.ac = 9;
    hero.xp = std::numeric_limits<int>::max();
    hero.gold = std::numeric_limits<int>::max();
    hero.inHunt = true;
    hero.facing = static_cast<std::uint8_t>(i % 2);
    hero.tokens = hunt::kTokens;
    for (const Skill skill : {Skill::aimed_shot, Skill::arrow_storm, Skill::snare_shot, Skill::soothing_moss,
                              Skill::barbed_arrow, Skill::blessing, Skill::drain_life, Skill::herbal_medicine}) {
      hero.skills.push_back({.id = skill});
      hero.covered.push_back(0);
    }
    state.heroes.push_back(hero);
    state.order.push_back(i);
  }
  for (const auto kind : {hunt::DragonKind::young_red, hunt::DragonKind::young_black}) {
    state.dragons.push_back({.id = kind, .size = 3, .hp = 150, .hpMax = 150});
  }
  return state;
}

pb::Choices choices_of(const hunt::State& state, rules::Seat seat) {
  return server::message_of<pb::Choices>(
      [&](server::MessageWriter& to) { server::hunt_wire::write_choices(state, seat, to); });
}

// What a step between two states is told as, with these events.
pb::MatchUpdate update_of(const hunt::State& before, const hunt::State& now, rules::Seat seat,
                          const std::vector<hunt::Event>& events) {
  pb::MatchUpdate update;
  *update.mutable_diff()->mutable_hunt() = server::message_of<pb::HuntView>(
      [&](server::MessageWriter& to) { server::hunt_wire::View::write_view(&before, now, to); });
  for (const hunt::Event& event : events) {
    *update.add_events()->mutable_hunt() = server::message_of<pb::HuntEvent>(
        [&](server::MessageWriter& to) { server::hunt_wire::View::write_event(now, event, to); });
  }
  *update.mutable_choices() = choices_of(now, seat);
  return update;
}

// Calls visit(dice) for each throw of five dice, whatever their order.
template <class Visit>
void each_throw(Visit&& visit) {
  rules::InlineVector<Symbol, hunt::kDice> dice;
  const auto extend = [&](const auto& self, int from) -> void {
    if (dice.full()) return visit(dice);
    for (int face = from; face < hunt::kFaces; ++face) {
      dice.push_back(static_cast<Symbol>(face));
      self(self, face);
      dice.pop_back();
    }
  };
  extend(extend, 0);
}

// The eight skills of all forty whose choices are longest with these dice and items.
void take_longest_sheet(hunt::State& state) {
  hunt::Hero& hero = state.heroes[state.turn->hero];
  std::vector<std::pair<std::size_t, Skill>> sizes;
  sizes.reserve(hunt::kOwnSkills);
  hero.covered = {0};
  for (std::size_t i = 0; i < hunt::kOwnSkills; ++i) {
    hero.skills = {{.id = static_cast<Skill>(i)}};
    server::MessageWriter choices;
    server::hunt_wire::write_choices(state, hero.seat, choices);
    sizes.emplace_back(choices.size(), static_cast<Skill>(i));
  }
  std::ranges::sort(sizes, std::greater{});
  hero.skills.clear();
  hero.covered.clear();
  for (std::size_t i = 0; i < hunt::kMaxSheet; ++i) {
    hero.skills.push_back({.id = sizes[i].second});
    hero.covered.push_back(0);
  }
}

}  // namespace

TEST_CASE("an update with choices is short in matches as they come up") {
  std::vector<std::size_t> sizes;
  std::size_t largest = 0;
  std::string longest;
  const auto seeds = static_cast<std::uint64_t>(tests::cases(15));
  for (const hunt::Options& options : rules::testing::all_hunt_options()) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      hunt::Options drawn = options;
      if (seed % 3 == 0) {  // one seat has them all
        for (hunt::HeroOption& hero : drawn.heroes) hero.seat = 0;
      }
      if (seed % 5 == 0) {
        for (hunt::HeroOption& hero : drawn.heroes) hero.items = {{Item::rune_sword, Item::rune_holy}};
      }
      const auto game = started(drawn, seed);
      rules::FastDice chance(seed);
      for (int i = 0; i < 300 && !game->ending(); ++i) {
        play_one(*game, chance);
        for (rules::Seat seat = 0; seat < hunt::kMaxHeroes; ++seat) {
          if (!game->waiting_on().contains(seat)) continue;
          const pb::MatchUpdate update = update_of(*game, seat);
          sizes.push_back(frame_size(update));
          if (sizes.back() > largest) {
            largest = sizes.back();
            longest = update.ShortDebugString();
          }
        }
      }
    }
  }
  std::ranges::sort(sizes);
  MESSAGE(sizes.size(), " updates with choices: the median has ", sizes.at(sizes.size() / 2),
          " bytes, of a hundred one ", sizes.at(sizes.size() * 99 / 100), ", the largest ", sizes.back());
  INFO(longest);
  CHECK(sizes.at(sizes.size() / 2) <= kUsualUpdate);
  CHECK(sizes.back() <= kMaxUpdate);
}

// The longest update, of all throws, with these items left. `before` is how the state was but for the dice.
std::size_t longest_after(hunt::State state, const hunt::State& before, const std::vector<pb::GameEvent>& events) {
  std::size_t longest = 0;
  std::size_t longest_choices = 0;
  int number = 0;
  each_throw([&](const auto& dice) {
    if (number++ % tests::one_in() != 0) return;
    state.turn = hunt::Turn{.hero = 0, .rolls = 1, .dice = dice};
    take_longest_sheet(state);
    const std::size_t size = choices_of(state, 0).ByteSizeLong();
    if (size <= longest_choices) return;
    longest_choices = size;
    hunt::State old = before;
    old.heroes[0].skills = state.heroes[0].skills;
    old.heroes[0].covered = state.heroes[0].covered;
    old.turn = state.turn;
    pb::MatchUpdate update;
    if (events.empty()) {  // all five dice were rolled
      for (Symbol& die : old.turn->dice) die = die == Symbol::sword ? Symbol::magic : Symbol::sword;
      update = update_of(old, state, 0, {hunt::Rolled{0, hunt::Places::first(hunt::kDice), dice}});
    } else {
      update = update_of(old, state, 0, {});
      update.mutable_events()->Add(events.begin(), events.end());
    }
    longest = std::max(longest, frame_size(update));
  });
  return longest;
}

TEST_CASE("a turn leads to no long update, whatever the dice, the items and the sheet are") {
  hunt::State state = band(1);
  hunt::Hero& hero = state.heroes[0];
  hero.blessed = 1;
  pb::GameEvent heals;
  heals.mutable_hunt()->mutable_decided()->mutable_action()->mutable_item()->set_target(1);
  std::size_t rolled = 0;
  std::size_t healed = 0;
  const std::vector<Item> telling = {Item::rune_sword,  Item::rune_magic,  Item::rune_holy,   Item::rune_crossbow,
                                     Item::rune_dagger, Item::echo_scroll, Item::lucky_charm, Item::great_potion};
  for (std::size_t first = 0; first < telling.size(); ++first) {
    for (std::size_t second = first; second < telling.size(); ++second) {
      hero.items = {{.id = telling[first]}, {.id = telling[second]}};
      hunt::State before = state;
      before.heroes[0].blessed = 2;  // with which the hero has rolled again
      rolled = std::max(rolled, longest_after(state, before, {}));
    }
    hero.items = {{.id = telling[first]}};
    hunt::State before = state;
    before.heroes[0].items.push_back({.id = Item::great_potion});  // which somebody has got
    before.heroes[1].hp = 80;
    healed = std::max(healed, longest_after(state, before, {heals}));
  }
  MESSAGE("after a roll at most ", rolled, " bytes, after an item was used ", healed);
  CHECK(rolled <= kMaxUpdate);
  CHECK(healed <= kMaxUpdate);
}

TEST_CASE("a village leads to no long update, whoever has how many heroes and whatever there is to choose") {
  for (std::uint8_t seats = 1; seats <= hunt::kMaxHeroes; ++seats) {
    hunt::State state = band(seats);
    state.phase = hunt::Phase::village;
    state.chapter = hunt::kChapters;
    state.options.campaign = true;
    state.village.emplace();
    state.village->stock.fill(1);
    for (hunt::Hero& hero : state.heroes) {
      hero.items = {{.id = Item::rune_sword}, {.id = Item::rune_holy}};
      hero.pending = {hunt::LevelChoice::improve, hunt::LevelChoice::learn};
    }
    state.heroes[1].items.pop_back();
    state.village->leftOver = {0, 1, 2, 3};
    const hunt::State before = state;
    // A hero of theirs has given an item to another one.
    state.heroes[1].items.push_back(state.heroes[0].items[1]);
    state.heroes[0].items.pop_back();
    pb::MatchUpdate update = update_of(before, state, 0, {});
    pb::HuntGive& give = *update.add_events()->mutable_hunt()->mutable_decided()->mutable_action()->mutable_give();
    give.set_slot(1);
    give.set_to(1);
    MESSAGE(int{seats}, " seats: choices of ", update.choices().ByteSizeLong(), " bytes in an update of ",
            frame_size(update));
    CHECK(frame_size(update) <= kMaxUpdate);
  }
}

// V9: somebody has come whom nobody knew, and others may come back for each hero that is left.
TEST_CASE("whoever rests and comes in a village leads to no long update") {
  const auto rest = [](hunt::State& state, std::size_t hero) {
    state.heroes[hero].rests = hunt::Rest::alive;
    state.heroes[hero].alive = false;
  };
  for (std::uint8_t seats = 1; seats <= hunt::kMaxHeroes; ++seats) {
    hunt::State state = band(seats);
    state.phase = hunt::Phase::village;
    state.options.campaign = true;
    state.options.version = hunt::kHeroesSwitch;
    state.village.emplace();
    state.village->stock.fill(1);
    state.village->leftOver = {1, 2, 3};
    for (hunt::Hero& hero : state.heroes) {
      hero.items = {{.id = Item::rune_sword}};
      hero.pending = {hunt::LevelChoice::improve, hunt::LevelChoice::learn};
    }
    hunt::State before = state;
    before.heroes.pop_back();
    rest(state, 0);
    state.village->switched = {0, 4};
    pb::MatchUpdate newcomer = update_of(before, state, 0, {});
    newcomer.add_events()->mutable_hunt()->mutable_decided()->mutable_action()->mutable_swap()->set_newcomer(
        pb::HUNT_CLASS_ROGUE);
    rest(state, 1);
    state.village->switched = {};
    before = state;
    state.village->ready = {4};
    const pb::MatchUpdate back = update_of(before, state, 0, {});
    MESSAGE(int{seats}, " seats: ", frame_size(newcomer), " bytes with a newcomer, ", frame_size(back), " with ",
            back.choices().ByteSizeLong(), " of choices where two rest");
    CHECK(frame_size(newcomer) <= kMaxUpdate);
    CHECK(frame_size(back) <= kMaxUpdate);
  }
}

// The longest update that ends a hunt which is won at once, to any of its seats.
std::size_t longest_end(const hunt::Options& options) {
  std::size_t longest = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto game = started(options, seed);
    rules::FastDice chance(seed);
    while (!ends_hunt(server::events_of(*game))) play_one(*game, chance);
    for (rules::Seat seat = 0; seat < hunt::kMaxHeroes; ++seat) {
      if (game->waiting_on().contains(seat)) longest = std::max(longest, frame_size(update_of(*game, seat)));
    }
  }
  return longest;
}

// What a hunt ends with tells of every hero what it got, threw and became, and there is a village to act in. As long as
// it is, it comes once in a hunt.
TEST_CASE("the update that ends a hunt is as long as there are heroes and new levels") {
  hunt::Options options{.heroes = rules::testing::one_hero_a_seat(5), .campaign = true};
  options.dragons = {{hunt::DragonKind::marsh_green, hunt::DragonKind::storm_blue}};  // 19 gold
  options.dragonHp = {{1, 1}};
  options.defeatRule = hunt::DefeatRule::mercy;
  const auto check = [&](const std::string& what, int xp, std::size_t most) {
    for (hunt::HeroOption& hero : options.heroes) hero.xp = xp, hero.hpMax = 99;
    const std::size_t size = longest_end(options);
    MESSAGE(what, ", rising from ", xp, " XP: ", size, " bytes");
    CHECK(size <= most);
  };
  check("five seats", 0, kMaxUpdate);
  check("five seats", 5, kMaxUpdate);
  for (hunt::HeroOption& hero : options.heroes) hero.seat = 0;
  check("one seat", 5, kMaxForAllHeroes);
  // From the last level but one with all that a hero can have; and from the first one at once, in one pair of hands.
  for (int seat = 0; hunt::HeroOption & hero : options.heroes) {
    hero = rules::testing::custom_hero(seat++, Symbol::crossbow,
                                       {{Skill::aimed_shot},
                                        {Skill::arrow_storm},
                                        {Skill::snare_shot},
                                        {Skill::soothing_moss},
                                        {Skill::barbed_arrow},
                                        {Skill::blessing},
                                        {Skill::drain_life},
                                        {Skill::herbal_medicine}});
    hero.items = {{Item::rune_sword, Item::rune_holy}};
    hero.gold = 100;
    hero.level = hunt::kMaxLevel - 1;
  }
  check("five seats with full sheets", 38, kMaxUpdate);
  for (hunt::HeroOption& hero : options.heroes) hero.seat = 0;
  check("one seat with full sheets, a level each", 38, kMaxForAllHeroes);
  for (hunt::HeroOption& hero : options.heroes) hero.level = 1;
  check("one seat with full sheets, four levels at once", 38, kMaxManyLevels);
}

}  // namespace wyrmhall::test
