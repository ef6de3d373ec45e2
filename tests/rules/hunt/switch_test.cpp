// V9: between two hunts of a campaign a player switches heroes, since rules version 3.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/hunt/progress.h"
#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/hunt/village.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Action;
using hunt::ActionKind;
using hunt::Class;
using hunt::HuntOutcome;
using hunt::Phase;
using hunt::Places;
using hunt::Reason;
using hunt::Rest;
using hunt::State;

namespace {

constexpr Action for_newcomer(std::uint8_t hero, Class of) {
  return {.kind = ActionKind::swap, .hero = hero, .newcomer = of};
}
constexpr Action back_for(std::uint8_t hero, std::uint8_t back) {
  return {.kind = ActionKind::swap, .hero = hero, .other = back};
}

// A campaign of a Warrior and a Wizard of seat 0 and a Cleric of seat 1, in the village after a hunt.
struct Travellers : testing::Villagers {
  using Change = void (*)(hunt::Options&);
  explicit Travellers(std::uint32_t version = 3, Change change = [](hunt::Options& /*options*/) {}) {
    hunt::Options options;
    options.heroes = testing::one_hero_a_seat(3);
    options.heroes[1].seat = 0;
    options.heroes[2].seat = 1;
    options.campaign = true;
    options.homecoming = true;
    change(options);
    state = start<Hunt>(options, version, dice).value();
    end(HuntOutcome::victory);
  }
  // All are ready, with whatever choices their levels ask of them first.
  void leave() {
    for (Seat seat = 0; seat < 2; ++seat) {
      while (state.phase == Phase::village && Hunt::waiting_on(state).contains(seat)) {
        decide(seat, Hunt::time_out_action(state, seat));
      }
    }
    REQUIRE(state.turn);
  }
  [[nodiscard]] std::vector<Action> switches(Seat seat) const { return choices(seat, ActionKind::swap); }
};

}  // namespace

TEST_CASE("V9: a newcomer takes the place of a hero who rests, and hunts instead of it") {
  Travellers band;
  const std::vector all = {for_newcomer(0, Class::ranger), for_newcomer(0, Class::rogue),
                           for_newcomer(1, Class::ranger), for_newcomer(1, Class::rogue)};
  CHECK(band.switches(0) == all);
  const hunt::Hero warrior = band.state.heroes[0];
  band.decide(0, for_newcomer(0, Class::rogue));
  REQUIRE(band.state.heroes.size() == 4);
  const hunt::Hero& rogue = band.state.heroes[3];
  CHECK(rogue.seat == 0);
  CHECK(rogue.level == 1);
  CHECK(rogue.gold == hunt::kStartGold);
  CHECK(rogue.hp == 19);
  CHECK(rogue.ac == 1);
  CHECK(rogue.alive);
  CHECK(band.state.heroes[0].rests == Rest::alive);
  CHECK(band.state.heroes[0].gold == warrior.gold);
  CHECK(band.state.village->switched == Places{0, 3});
  // Each of them has come or gone; the Wizard can still be relieved by the Ranger.
  CHECK(band.switches(0) == std::vector{for_newcomer(1, Class::ranger)});
  CHECK(band.switches(1) == std::vector{for_newcomer(2, Class::ranger)});
  band.leave();
  CHECK(band.state.order == InlineVector<std::uint8_t, hunt::kMaxHeroes>{3, 1, 2});
  CHECK_FALSE(band.state.heroes[0].inHunt);
  band.end(HuntOutcome::victory);
  CHECK(band.state.heroes[0].gold == warrior.gold);
  CHECK(band.state.heroes[0].xp == warrior.xp);
  CHECK(band.state.heroes[3].xp > 0);
  CHECK_FALSE(band.state.last.end->dead.contains(0));
}

TEST_CASE("V9: who rests keeps what it has, and comes back as it went, its open choices with it") {
  Travellers band;
  hunt::Hero& wizard = band.state.heroes[1];
  wizard.pending = {hunt::LevelChoice::improve};
  wizard.items = {{.id = hunt::Item::lucky_charm}};
  band.check_refused(0, {.kind = ActionKind::ready}, "V5", Reason::choices_pending);
  band.decide(0, for_newcomer(1, Class::ranger));
  const hunt::Hero resting = band.state.heroes[1];
  CHECK(Hunt::time_out_action(band.state, 0).kind == ActionKind::ready);
  band.leave();
  band.end(HuntOutcome::fled);
  CHECK(band.state.heroes[1] == [&] {
    hunt::Hero hero = resting;
    hero.inHunt = false;
    return hero;
  }());
  CHECK(band.switches(0).back() == back_for(3, 1));
  band.decide(0, back_for(3, 1));
  CHECK(band.state.heroes[1].alive);
  CHECK_FALSE(band.state.heroes[1].rests);
  CHECK(band.state.heroes[1].hp == band.state.heroes[1].hpMax);
  CHECK(band.state.heroes[1].items.size() == 1);
  CHECK(band.state.heroes[3].rests == Rest::alive);
  band.check_refused(0, {.kind = ActionKind::ready}, "V5", Reason::choices_pending);
}

TEST_CASE("V9: the dead rest too, and come back dead where somebody else is alive") {
  Travellers band;
  band.state.heroes[0].alive = false;
  band.state.heroes[0].hp = 0;
  band.state.heroes[1].alive = false;
  band.state.heroes[1].hp = 0;
  band.decide(0, for_newcomer(0, Class::rogue));
  CHECK(band.state.heroes[0].rests == Rest::dead);
  band.check_refused(1, {.kind = ActionKind::resurrect, .hero = 0, .other = 2}, "V9", Reason::hero_rests);
  band.leave();
  band.end(HuntOutcome::fled);
  band.state.heroes[2].alive = false;
  band.check_refused(0, back_for(3, 0), "V9", Reason::nobody_alive);
  CHECK(band.switches(0) ==
        std::vector{for_newcomer(1, Class::ranger), for_newcomer(3, Class::ranger), back_for(1, 0)});
  band.state.heroes[2].alive = true;
  band.decide(0, back_for(3, 0));
  CHECK_FALSE(band.state.heroes[0].alive);
  CHECK(band.state.heroes[0].hp == 0);
  band.decide(1, {.kind = ActionKind::resurrect, .hero = 0, .other = 2});
  CHECK(band.state.heroes[0].alive);
}

TEST_CASE("V9: a hero who rests is no part of anything in the village or in the hunt") {
  Travellers band;
  band.state.heroes[0].items = {{.id = hunt::Item::healing_potion}};
  band.state.heroes[0].gold = 9;
  band.state.heroes[0].pending = {hunt::LevelChoice::improve};
  band.state.village->leftOver = {0, 1};
  band.decide(0, for_newcomer(0, Class::rogue));
  CHECK(band.state.village->leftOver == Places{1});
  const auto rests = [&](Seat seat, const Action& action) {
    band.check_refused(seat, action, "V9", Reason::hero_rests);
  };
  rests(0, {.kind = ActionKind::buy, .hero = 0, .place = -1});
  rests(0, {.kind = ActionKind::give, .hero = 0, .other = 1});
  rests(0, {.kind = ActionKind::share, .hero = 1, .other = 0});
  rests(0, {.kind = ActionKind::improve, .skill = hunt::Skill::cleave, .hero = 0});
  rests(0, {.kind = ActionKind::group, .hero = 0, .other = 1});
  rests(0, for_newcomer(0, Class::ranger));
  band.state.heroes[2].alive = false;
  rests(0, {.kind = ActionKind::resurrect, .hero = 2, .other = 0});
  band.state.heroes[2].alive = true;
  band.leave();
  band.state.turn->hero = 3;
  band.state.heroes[3].items = {{.id = hunt::Item::healing_potion}};
  rests(0, {.kind = ActionKind::item, .slot = 0, .place = 0});
  CHECK(hunt::living(band.state) == 3);
}

TEST_CASE("V9: switches are refused with what they need") {
  Travellers band;
  const auto refused = [&](const Action& action, Reason reason) { band.check_refused(0, action, "V9", reason); };
  refused(for_newcomer(2, Class::rogue), Reason::not_own_hero);
  refused(for_newcomer(7, Class::rogue), Reason::no_such_hero);
  refused(for_newcomer(0, Class::cleric), Reason::class_taken);
  refused(for_newcomer(0, Class::warrior), Reason::class_taken);
  refused(for_newcomer(0, Class::custom), Reason::not_a_class);
  refused(for_newcomer(0, static_cast<Class>(200)), Reason::not_a_class);
  refused(back_for(0, 1), Reason::hero_plays);
  refused(back_for(0, 0), Reason::hero_plays);
  refused(back_for(0, 2), Reason::not_own_hero);
  refused(back_for(0, 3), Reason::no_such_hero);
  band.check_refused(0, {.kind = ActionKind::swap, .other = 1, .newcomer = Class::rogue}, "T1", Reason::stray_field);
  band.decide(0, for_newcomer(0, Class::rogue));
  refused(for_newcomer(3, Class::ranger), Reason::switched_already);
  refused(back_for(1, 0), Reason::switched_already);
  refused(for_newcomer(1, Class::warrior), Reason::class_taken);  // one who rests is still of the match
  band.decide(1, for_newcomer(2, Class::ranger));
  CHECK(band.state.heroes.full());
  CHECK(band.switches(0).empty());
  band.decide(1, {.kind = ActionKind::ready});
  band.check_refused(1, for_newcomer(2, Class::ranger), "V7", Reason::already_ready);
}

TEST_CASE("V9: a match of five heroes has no room, and only between two hunts is there anybody to switch to") {
  Travellers full(3, [](hunt::Options& options) {
    for (int i = 0; i < 2; ++i) {
      options.heroes.push_back(testing::custom_hero(1, hunt::Symbol::holy,
                                                    {{hunt::Skill::heal},
                                                     {hunt::Skill::smite},
                                                     {hunt::Skill::holy_wrath},
                                                     {hunt::Skill::bandage},
                                                     {hunt::Skill::blessing},
                                                     {hunt::Skill::mend}}));
    }
  });
  full.check_refused(0, for_newcomer(0, Class::rogue), "V9", Reason::match_full);
  CHECK(full.switches(0).empty());
  const Travellers last(3, [](hunt::Options& options) { options.campaign = false; });
  last.check_refused(0, for_newcomer(0, Class::rogue), "V9", Reason::no_hunt_follows);
  CHECK(last.switches(0).empty());
  Travellers before;
  before.state.village->before = true;
  before.check_refused(0, for_newcomer(0, Class::rogue), "V5", Reason::before_hunt);
  CHECK(before.switches(0).empty());
  for (const std::uint32_t version : {1U, 2U}) {
    const Travellers older(version);
    older.check_refused(0, for_newcomer(0, Class::rogue), "T1", Reason::no_such_act);
    CHECK(older.switches(0).empty());
  }
}

TEST_CASE("V9, W2: who rests is not lost with the band, and mercy has nothing to do with it") {
  for (const auto rule : {hunt::DefeatRule::newBand, hunt::DefeatRule::mercy}) {
    Travellers band;
    band.state.options.defeatRule = rule;
    band.state.heroes[0].gold = 7;
    band.decide(0, for_newcomer(0, Class::rogue));
    band.state.heroes[1].alive = false;
    band.state.heroes[1].hp = 0;
    band.decide(0, for_newcomer(1, Class::ranger));
    band.leave();
    for (hunt::Hero& hero : band.state.heroes) hero.alive = false;
    band.end(HuntOutcome::defeat);
    const bool lost = rule == hunt::DefeatRule::newBand;
    CHECK(hunt::is_lost(band.state, 2) == lost);
    CHECK(hunt::is_lost(band.state, 3) == lost);
    CHECK_FALSE(hunt::is_lost(band.state, 0));
    CHECK_FALSE(hunt::is_lost(band.state, 1));
    CHECK(band.state.heroes[0].gold == 7);
    const auto warrior = hunt::after(band.state, 0, hunt::newcomer(Class::warrior), {});
    CHECK(warrior.alive);
    CHECK(warrior.gold == 7);
    CHECK_FALSE(hunt::after(band.state, 1, hunt::newcomer(Class::wizard), {}).alive);
    CHECK(hunt::after(band.state, 2, hunt::newcomer(Class::cleric), {}).alive == !lost);
  }
}

TEST_CASE("V9: whoever comes takes the group of the hero who goes") {
  Travellers band(3, [](hunt::Options& options) {
    options.heroes = testing::one_hero_a_seat(4);
    for (hunt::HeroOption& hero : options.heroes) hero.seat = 0;
    options.groups = {{1, 1, 0, 0}};
  });
  band.decide(0, for_newcomer(0, Class::rogue));
  CHECK(band.state.heroes[4].group == 1);
  band.leave();
  CHECK(band.state.dragons.size() == 2);
  CHECK(band.state.heroes[4].facing == 1);
}

TEST_CASE("V9: bots and the clock switch nobody, and what no switch was made in says nothing of it") {
  Travellers band;
  const nlohmann::json state = band.state;
  CHECK_FALSE(state["village"].contains("switched"));
  for (const auto& hero : state["heroes"]) CHECK_FALSE(hero.contains("rests"));
  band.decide(0, for_newcomer(0, Class::rogue));
  const nlohmann::json switched = band.state;
  CHECK(switched["village"]["switched"] == nlohmann::json({0, 3}));
  CHECK(switched["heroes"][0]["rests"] == "alive");
  CHECK(switched.get<State>() == band.state);
  for (Seat seat = 0; seat < 2; ++seat) {
    for (int i = 0; i < 9 && Hunt::waiting_on(band.state).contains(seat); ++i) {
      CHECK(Hunt::time_out_action(band.state, seat).kind != ActionKind::swap);
      const auto action = Hunt::decide(band.state, seat, Level::easy, 1);
      REQUIRE(action);
      CHECK(action->kind != ActionKind::swap);
      band.decide(seat, *action);
    }
  }
  CHECK(band.state.turn);
}
