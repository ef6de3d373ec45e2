// What must hold in every hunt (docs/rules/hunt.md); what must in any game is in conformance.h.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "rules/hunt/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/hunt/states.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::ActionKind;
using hunt::Hero;
using hunt::Phase;
using hunt::State;

namespace {

void require(bool holds, const char* what, const State& state) {
  if (!holds) FAIL(std::string(what) << " in " << nlohmann::json(state).dump());
}

// At random, but hardly anybody flees: so hunts are fought to their end.
std::optional<hunt::Action> brave_choice(const State& state, Seat seat, std::uint64_t seed) {
  const bool brave = seed % 64 != 0;
  if (state.phase == Phase::flee && brave) return hunt::Action{.kind = ActionKind::flee};
  auto action = random_choice<Hunt>(state, seat, seed);
  while (brave && action->kind == ActionKind::flee) action = random_choice<Hunt>(state, seat, ++seed);
  return action;
}

struct Seen {
  std::map<std::string, int> kinds;
  std::map<hunt::HuntOutcome, int> outcomes;
  std::set<hunt::Skill> skills;
  int decisions = 0;
  int forced = 0;
  int poisoned = 0;
  int stunned = 0;
  int locked = 0;
  int pinned = 0;
  int kept = 0;
};

void check_hero(const State& state, const Hero& hero) {
  int tokens = hero.tokens;
  for (const int covered : hero.covered) tokens += covered;
  require(tokens <= hunt::tokens_of(state, hero), "more tokens than a round has", state);
  require(hero.hp <= hero.hpMax && (hero.hp > 0) == hero.alive, "alive without hit points, or dead with some", state);
  require(hero.ac >= hero.baseAc, "AC below base", state);
  if (hero.facing != hunt::kNoDragon) require(state.dragons[hero.facing].alive, "facing a dead dragon", state);
}

void check_state(const State& state) {
  require(hunt::why_invalid(state).empty(), std::string(hunt::why_invalid(state)).c_str(), state);
  for (const Hero& hero : state.heroes) check_hero(state, hero);
  if (state.turn) {
    const auto dice = static_cast<int>(state.turn->dice.size());
    require(dice >= 5 - state.options.maxLocked && dice <= 5, "more dice locked than may be", state);
  }
  if (state.village) {
    for (const unsigned hero : state.village->leftOver.each()) {
      require(state.heroes[hero].inHunt && state.heroes[hero].gold > 0, "no coin to hand on", state);
    }
  }
  // S1, V9: of each class there is one at most, at rest or not, and somebody goes on.
  std::array<int, hunt::kClassNames.size()> classes{};
  for (const Hero& hero : state.heroes) {
    require(!hero.rests || !hero.alive, "at rest and in the hunt", state);
    require(++classes[hunt::index(hero.of)] == 1 || hero.of == hunt::Class::custom, "a class twice", state);
  }
  if (state.phase != Phase::over) require(hunt::living(state) > 0, "nobody to go on", state);
  if (state.phase >= Phase::village) return;
  // P7: somebody faces a living dragon, or is asked to.
  bool faced = state.phase == Phase::replace;
  for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
    faced = faced || (state.dragons[dragon].alive && hunt::is_faced(state, dragon));
  }
  require(faced, "nobody faces a dragon", state);
}

void count(const State& state, const hunt::Action& action, Seen& seen) {
  ++seen.decisions;
  ++seen.kinds[std::string(hunt::kActionKindNames[hunt::index(action.kind)])];
  if (action.kind == ActionKind::skill) seen.skills.insert(action.skill);
  if (state.phase == Phase::replace && hunt::is_forced(state)) ++seen.forced;
  for (const Hero& hero : state.heroes) {
    seen.poisoned += hero.poison > 0 ? 1 : 0;
    const bool covers = std::ranges::any_of(hero.covered, [](int tokens) { return tokens > 0; });
    seen.stunned += hero.alive && !covers && hero.tokens > 0 && hero.tokens < hunt::tokens_of(state, hero) ? 1 : 0;
  }
  for (const hunt::Dragon& dragon : state.dragons) {
    seen.locked += dragon.locked;
    seen.pinned += dragon.pins;
  }
  if (state.turn && state.turn->kept) ++seen.kept;
}

Seen play_all(int matches, int most_decisions) {
  Seen seen;
  for (const auto& options : testing::all_hunt_options()) {
    for (int match = 0; match < matches; ++match) {
      const std::uint32_t version = Hunt::versions[static_cast<std::size_t>(match) % Hunt::versions.size()];
      FastDice dice(static_cast<std::uint64_t>(match));
      FastDice seeds(static_cast<std::uint64_t>(match) + 77);
      State state = start<Hunt>(options, version, dice).value();
      for (int i = 0; i < most_decisions && !Hunt::outcome(state); ++i) {
        check_state(state);
        const Seat seat = testing::first_waiting(Hunt::waiting_on(state));
        const auto action = brave_choice(state, seat, seeds.bits());
        count(state, *action, seen);
        const auto fault = apply<Hunt>(state, seat, *action, dice, [&](const hunt::Event& event) {
          if (const auto* end = std::get_if<hunt::HuntEnd>(&event)) ++seen.outcomes[end->outcome];
        });
        require(!fault, "a choice is refused", state);
      }
      check_state(state);
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("the invariants hold in hunts that are fought to their end") {
  const Seen seen = play_all(10, 4'000);
  MESSAGE(seen.decisions << " decisions; " << seen.outcomes.size() << " outcomes, " << seen.skills.size()
                         << " own skills used, forced " << seen.forced << ", poisoned " << seen.poisoned << ", stunned "
                         << seen.stunned << ", locked " << seen.locked << ", pinned " << seen.pinned << ", kept "
                         << seen.kept);
  CHECK(seen.kinds.size() == hunt::kActionKindNames.size());
  CHECK(seen.outcomes.size() == hunt::kHuntOutcomeNames.size());
  for (const int count : {seen.forced, seen.poisoned, seen.stunned, seen.locked, seen.pinned, seen.kept}) {
    CHECK(count > 0);
  }
}

TEST_CASE("how a match ends for its seats") {
  hunt::Options options;
  options.heroes = testing::one_hero_a_seat(3);
  FastDice dice(1);
  State end = testing::play<Hunt>(options, dice, 1, random_choice<Hunt>, [](const State& /*state*/) {});
  end.last.end->outcome = hunt::HuntOutcome::victory;
  CHECK(Hunt::outcome(end)->winners == SeatSet{0, 1, 2});
  CHECK(Hunt::outcome(end)->place[2] == 1);
  for (const auto outcome : {hunt::HuntOutcome::defeat, hunt::HuntOutcome::fled, hunt::HuntOutcome::escaped}) {
    end.last.end->outcome = outcome;
    CHECK(Hunt::outcome(end)->winners.empty());
    CHECK(Hunt::outcome(end)->place[0] == 2);
    CHECK(Hunt::outcome(end)->place[3] == 0);
  }
}

TEST_CASE("who has least of a good gets what is left over") {
  hunt::Options options;
  options.heroes = testing::one_hero_a_seat(5);
  for (std::size_t i = 0; i < 5; ++i) options.heroes[i].gold = std::array{3, 1, 1, 0, 3}[i];
  FastDice dice(1);
  State state = start<Hunt>(options, 1, dice).value();
  hunt::HuntEnd report;
  hunt::give_rewards(state, report);  // 10 + 7 gold, 12 + 8 XP
  CHECK(report.gold.of == std::array<std::uint16_t, 5>{3, 4, 3, 4, 3});
  CHECK(report.xp.of == std::array<std::uint16_t, 5>{4, 4, 4, 4, 4});
}

TEST_CASE("each special does what it says to those whom the Fury hurt") {
  const auto struck = [](hunt::DragonKind kind, auto&& change) {
    hunt::Options options;
    options.heroes = testing::one_hero_a_seat(3);  // the order is Wizard, Warrior, Cleric
    options.dragons = {{kind}};
    FastDice dice(1);
    State state = start<Hunt>(options, 1, dice).value();
    change(state);
    hunt::apply_special(state, 0, hunt::Places{0, 1});
    return state;
  };
  const auto nothing = [](State& /*state*/) {};
  using hunt::DragonKind;
  CHECK(struck(DragonKind::elder_red, nothing).heroes[0].hp == 21);
  CHECK(struck(DragonKind::elder_red, nothing).heroes[2].hp == 24);
  CHECK(struck(DragonKind::young_black, nothing).dragons[0].locked == 1);
  CHECK(struck(DragonKind::young_black, [](State& s) { s.dragons[0].locked = 2; }).dragons[0].locked == 2);
  const auto locked = [](std::uint8_t now, std::uint8_t most) {
    return [=](State& s) { s.dragons[0].locked = now, s.options.maxLocked = most; };
  };
  CHECK(struck(DragonKind::young_black, locked(2, 3)).dragons[0].locked == 3);
  CHECK(struck(DragonKind::young_black, locked(3, 3)).dragons[0].locked == 3);
  CHECK(struck(DragonKind::young_black, locked(4, 5)).dragons[0].locked == 5);
  CHECK(struck(DragonKind::young_black, locked(5, 5)).dragons[0].locked == 5);
  CHECK(struck(DragonKind::marsh_green, nothing).heroes[1].poison == 1);  // 22 hit points against 23
  CHECK(struck(DragonKind::marsh_green, [](State& s) { s.heroes[2].poison = 4; }).heroes[1].poison == 0);
  CHECK(struck(DragonKind::marsh_green, [](State& s) { s.heroes[0].hp = 22; }).heroes[1].poison == 1);  // in order
  CHECK(struck(DragonKind::marsh_green, [](State& s) { s.heroes[1].hp = 0; }).heroes[0].poison == 1);
  CHECK(struck(DragonKind::frost_white, nothing).heroes[0].stun == 1);
  const auto marked = [](State& s) {
    for (Hero& hero : s.heroes) hero.ally = 2, hero.blessed = 1, hero.ac = 3;
  };
  CHECK(struck(DragonKind::storm_blue, marked).heroes[0].ally == 1);
  CHECK(struck(DragonKind::storm_blue, marked).heroes[1].blessed == 0);
  CHECK(struck(DragonKind::storm_blue, marked).heroes[2].ally == 2);
  CHECK(struck(DragonKind::rust_copper, marked).heroes[0].ac == 2);
  CHECK(struck(DragonKind::rust_copper, nothing).heroes[0].ac == 0);
  CHECK(struck(DragonKind::rust_copper, [](State& s) { s.heroes[0].ac = s.heroes[0].baseAc = 1; }).heroes[0].ac == 1);
  CHECK(struck(DragonKind::bone_tyrant, [](State& s) { s.dragons[0].hp = 10; }).dragons[0].hp == 14);
  CHECK(struck(DragonKind::bone_tyrant, nothing).dragons[0].hp == 230);
}
