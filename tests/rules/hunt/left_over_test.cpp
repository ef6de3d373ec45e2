// V2: the gold that is left over goes to those who had least, and since rules version 3 each coin of it can be handed
// on once.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/hunt/village.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Action;
using hunt::ActionKind;
using hunt::HuntOutcome;
using hunt::Phase;
using hunt::Places;
using hunt::Reason;
using hunt::State;

namespace {

using Purses = std::vector<std::uint32_t>;

constexpr Action coin(std::uint8_t hero, std::uint8_t other) {
  return {.kind = ActionKind::share, .hero = hero, .other = other};
}

// Three heroes of a seat each, with 2 gold, 1 and 0, who have won 11 gold: 4 each but for one, and the Cleric and the
// Wizard had least.
struct Winners : testing::Villagers {
  using Change = void (*)(hunt::Options&);
  explicit Winners(std::uint32_t version = 3, Change change = [](hunt::Options& /*options*/) {}) {
    hunt::Options options;
    options.heroes = testing::one_hero_a_seat(3);
    for (int gold = 2; hunt::HeroOption & hero : options.heroes) hero.gold = gold--;
    options.chapter = 4;
    options.dragons = {{hunt::DragonKind::marsh_green}};
    options.campaign = true;
    change(options);
    state = start<Hunt>(options, version, dice).value();
    end(HuntOutcome::victory);
    REQUIRE(state.phase == Phase::village);
  }
  [[nodiscard]] Purses gold() const {
    Purses gold;
    for (const hunt::Hero& hero : state.heroes) gold.push_back(hero.gold);
    return gold;
  }
  // The coins that a seat can hand on.
  [[nodiscard]] std::vector<Action> offered(Seat seat) const { return choices(seat, ActionKind::share); }
};

}  // namespace

TEST_CASE("V2: who does nothing has what the rules gave out, under every version") {
  for (const std::uint32_t version : Hunt::versions) {
    Winners band(version, [](hunt::Options& options) { options.homecoming = true; });
    CHECK(band.gold() == Purses{5, 5, 4});
    CHECK(band.state.village->leftOver == (version >= hunt::kLeftOverIsShared ? Places{1, 2} : Places{}));
    CHECK(nlohmann::json(band.state)["village"].contains("leftOver") == (version >= hunt::kLeftOverIsShared));
    for (Seat seat = 0; seat < 3; ++seat) {
      while (Hunt::waiting_on(band.state).contains(seat)) band.decide(seat, Hunt::time_out_action(band.state, seat));
    }
    CHECK(band.state.turn);
    CHECK(band.gold() == Purses{5, 5, 4});
  }
}

TEST_CASE("V2: a coin that was left over is handed to whoever is to have it, once") {
  Winners band;
  CHECK(band.offered(0).empty());
  CHECK(band.offered(1) == std::vector{coin(1, 0), coin(1, 2)});
  band.decide(2, coin(2, 0));
  CHECK(band.gold() == Purses{6, 5, 3});
  CHECK(band.state.village->leftOver == Places{1});
  CHECK(band.offered(0).empty());  // the coin stays where it went
  CHECK(band.offered(2).empty());
  band.decide(1, coin(1, 0));
  CHECK(band.gold() == Purses{7, 4, 3});
  CHECK(band.state.village->leftOver.empty());
  CHECK_FALSE(nlohmann::json(band.state)["village"].contains("leftOver"));
  for (Seat seat = 0; seat < 3; ++seat) CHECK(band.offered(seat).empty());
}

TEST_CASE("V2: the dead who took part give and get, and who hands on a coin can still do all else") {
  Winners band;
  band.state.heroes[0].alive = false;
  band.state.heroes[1].alive = false;
  band.decide(1, coin(1, 0));
  band.decide(1, {.kind = ActionKind::resurrect, .hero = 0, .other = 1});
  CHECK(band.gold() == Purses{6, 2, 4});
}

TEST_CASE("V2: nobody takes from anybody, and what is spent is not handed on") {
  Winners band(3, [](hunt::Options& options) {
    options.heroes.push_back({.seat = 0, .of = hunt::Class::rogue, .alive = false});
  });
  REQUIRE(band.state.village->leftOver == Places{1, 2});
  band.check_refused(0, coin(1, 0), "V2", Reason::not_own_hero);
  band.check_refused(0, coin(5, 0), "V2", Reason::no_such_hero);
  band.check_refused(0, coin(0, 1), "V2", Reason::no_left_over);
  band.check_refused(1, coin(1, 1), "V2", Reason::gives_to_itself);
  band.check_refused(1, coin(1, 3), "V2", Reason::not_in_hunt);
  band.check_refused(1, coin(1, 4), "V2", Reason::no_such_hero);
  band.check_refused(1, {.kind = ActionKind::share, .hero = 1, .slot = 1, .other = 0}, "T1", Reason::stray_field);
  band.state.heroes[1].gold = 2;
  band.decide(1, {.kind = ActionKind::buy, .hero = 1, .place = -1, .item = hunt::Item::lucky_charm});
  CHECK(band.state.village->leftOver == Places{2});
  band.check_refused(1, coin(1, 0), "V2", Reason::no_left_over);
  band.decide(2, {.kind = ActionKind::ready});
  band.check_refused(2, coin(2, 0), "V7", Reason::already_ready);
}

TEST_CASE("V2: where nothing is left over there is nothing to hand on") {
  Winners even(3, [](hunt::Options& options) { options.heroes.pop_back(); });  // 8 gold for two
  CHECK(even.state.village->leftOver.empty());
  Winners fled;
  fled.state.village.reset();
  fled.end(HuntOutcome::fled);
  CHECK(fled.state.village->leftOver.empty());
}

TEST_CASE("V2: rules versions 1 and 2 know no such action") {
  for (const std::uint32_t version : {1U, 2U}) {
    const Winners band(version, [](hunt::Options& options) { options.homecoming = true; });
    for (Seat seat = 0; seat < 3; ++seat) CHECK(band.offered(seat).empty());
    band.check_refused(1, coin(1, 0), "T1", Reason::no_such_act);
  }
}

TEST_CASE("V2: bots and the clock keep what they were given") {
  Winners band;
  for (Seat seat = 0; seat < 3; ++seat) {
    for (int i = 0; i < 9 && Hunt::waiting_on(band.state).contains(seat); ++i) {
      CHECK(Hunt::time_out_action(band.state, seat).kind != ActionKind::share);
      const auto action = Hunt::decide(band.state, seat, Level::easy, 1);
      REQUIRE(action);
      CHECK(action->kind != ActionKind::share);
      band.decide(seat, *action);
    }
  }
}
