// Every roll and every activation that there is to think of, against what the rules let through and what is offered.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "rules/dice/tape.h"
#include "rules/hunt/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/hunt/options.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using hunt::Action;
using hunt::ActionKind;
using hunt::Places;
using hunt::Skill;

namespace {

constexpr unsigned kDiceSets = 64;  // with a die that there never is
constexpr unsigned kItemSets = 8;

void each_activation(const hunt::State& state, auto&& visit) {
  const hunt::Hero& hero = state.heroes[state.turn->hero];
  std::vector<std::optional<Skill>> covers = {std::nullopt, Skill::pin_down};
  std::vector<Skill> skills = {Skill::jab, Skill::treat_wounds, Skill::cleave};
  for (const hunt::HeroSkill& skill : hero.skills) {
    covers.push_back(skill.id);
    if (skill.id != Skill::cleave) skills.push_back(skill.id);
  }
  if (place_on_sheet(hero, Skill::pin_down) < hero.skills.size()) covers.erase(covers.begin() + 1);
  const unsigned target_sets = 2U << state.heroes.size();
  for (const Skill skill : skills) {
    for (unsigned dice = 0; dice < kDiceSets; ++dice) {
      for (unsigned items = 0; items < kItemSets; ++items) {
        for (unsigned targets = 0; targets < target_sets; ++targets) {
          Action action{.kind = ActionKind::skill, .skill = skill};
          action.dice = Places::from_bits(dice);
          action.items = Places::from_bits(items);
          action.targets = Places::from_bits(targets);
          visit(action);
          if (skill < Skill::jab) continue;
          action.kind = ActionKind::general;
          for (const auto& cover : covers) {
            action.cover = cover;
            visit(action);
          }
        }
      }
    }
  }
}

// Purchases, gifts, resurrections, changes of groups, switches and level choices.
void each_in_village(auto&& visit) {
  for (std::uint8_t hero = 0; hero <= hunt::kMaxHeroes; ++hero) {
    for (std::int16_t drop = -1; drop <= hunt::kMaxItems; ++drop) {
      for (std::size_t item = 0; item <= hunt::kItems.size(); ++item) {
        visit({.kind = ActionKind::buy, .hero = hero, .place = drop, .item = static_cast<hunt::Item>(item)});
      }
    }
    for (std::size_t skill = 0; skill <= hunt::kOwnSkills; ++skill) {
      visit({.kind = ActionKind::learn, .skill = static_cast<Skill>(skill), .hero = hero});
      for (const hunt::Part part : {hunt::Part::attack, hunt::Part::heal}) {
        visit({.kind = ActionKind::improve, .skill = static_cast<Skill>(skill), .hero = hero, .part = part});
      }
    }
    for (std::uint8_t other = 0; other <= hunt::kMaxHeroes; ++other) {
      visit({.kind = ActionKind::group, .hero = hero, .other = other});
      visit({.kind = ActionKind::resurrect, .hero = hero, .other = other});
      visit({.kind = ActionKind::share, .hero = hero, .other = other});
      visit({.kind = ActionKind::swap, .hero = hero, .other = other});
      visit({.kind = ActionKind::swap, .hero = hero, .newcomer = static_cast<hunt::Class>(other)});
      for (std::uint8_t slot = 0; slot <= hunt::kMaxItems; ++slot) {
        visit({.kind = ActionKind::give, .hero = hero, .slot = slot, .other = other});
      }
    }
  }
}

void each_roll(auto&& visit) {
  for (unsigned dice = 0; dice < kDiceSets; ++dice) {
    for (const bool blessing : {false, true}) {
      visit({.kind = ActionKind::roll, .dice = Places::from_bits(dice), .yes = blessing});
    }
    for (std::uint8_t slot = 0; slot < 3; ++slot) {
      visit({.kind = ActionKind::item, .dice = Places::from_bits(dice), .slot = slot, .place = -1});
    }
  }
}

// Items that heal, and failing.
void each_other(auto&& visit) {
  for (std::uint8_t slot = 0; slot <= hunt::kMaxItems; ++slot) {
    for (std::int16_t hero = 0; hero <= hunt::kMaxHeroes; ++hero) {
      visit({.kind = ActionKind::item, .slot = slot, .place = hero});
    }
  }
  visit({.kind = ActionKind::fail});
  for (std::size_t skill = 0; skill < hunt::kOwnSkills + 2; ++skill) {
    visit({.kind = ActionKind::fail, .cover = static_cast<Skill>(skill)});
  }
}

}  // namespace

TEST_CASE("what fits a form is what the rules accept, and all that they accept is offered once") {
  FastDice dice(1);
  FastDice look(2);
  int looked_at = 0;
  std::uint64_t legal = 0;
  std::size_t longest = 0;
  for (const hunt::Options& options : testing::all_hunt_options()) {
    if (options.heroes.size() > 3) continue;  // for the number of targets
    for (std::uint64_t match = 0; match < 20; ++match) {
      testing::play<Hunt>(options, dice, match, random_choice<Hunt>, [&](const hunt::State& state) {
        if (state.phase != hunt::Phase::turn || look.below(25) > 0) return;
        ++looked_at;
        const Seat seat = state.heroes[state.turn->hero].seat;
        hunt::ActionList offered;
        Hunt::choices(state, seat, offered);
        std::ranges::sort(offered);
        CHECK(std::ranges::adjacent_find(offered) == offered.end());
        longest = std::max(longest, offered.size());
        std::uint64_t wrong = 0;
        const auto visit = [&](const Action& action) {
          const bool accepted = !Hunt::fault_of(state, seat, action);
          legal += accepted ? 1 : 0;
          wrong += accepted == std::ranges::binary_search(offered, action) ? 0 : 1;
        };
        each_roll(visit);
        each_other(visit);
        each_activation(state, visit);
        CHECK(wrong == 0);
      });
    }
  }
  MESSAGE(looked_at << " turns, " << legal << " legal decisions, " << longest << " in one at most");
  CHECK(looked_at > 50);
  CHECK(legal > 1'000);
}

TEST_CASE("the longest list there can be fits") {
  hunt::Options options;
  options.heroes = testing::one_hero_a_seat(4);
  options.heroes.push_back(testing::custom_hero(4, hunt::Symbol::holy,
                                                {{Skill::heal},
                                                 {Skill::smite},
                                                 {Skill::holy_wrath},
                                                 {Skill::bandage},
                                                 {Skill::blessing},
                                                 {Skill::mend},
                                                 {Skill::healing_wave},
                                                 {Skill::hammer_swing}}));
  options.heroes[4].hpMax = 20;
  options.heroes[4].items = {{hunt::Item::rune_holy, hunt::Item::rune_holy}};
  ScriptedTape none({});
  hunt::State state = start<Hunt>(options, 1, none).value();
  state.turn->hero = 4;
  state.turn->rolls = 1;
  state.heroes[4].blessed = 1;
  for (hunt::Symbol& die : state.turn->dice) die = hunt::Symbol::holy;
  hunt::ActionList list;
  Hunt::choices(state, 4, list);
  MESSAGE(list.size() << " choices");
  CHECK(list.size() > 2'000);
  hunt::FormList forms;
  Hunt::forms(state, 4, forms);
  std::size_t values = 0;
  for (const Form& form : forms) values = std::max(values, form.parts[0].size());
  CHECK(values == 35);  // a pattern of three equal symbols, out of five dice and two items
}

TEST_CASE("a form is of so many parts, and there are no others") {
  const std::vector<std::uint32_t> four(4, 0);
  const std::vector<std::uint32_t> five = {1, 0, 0, 0, 2};
  CHECK(!Hunt::filled(hunt::kRollForm, four));
  CHECK(Hunt::filled(hunt::kRollForm, five)->dice == Places{0, Places::kMaxPlaces - 1});
  CHECK(Hunt::filled(hunt::kBlessingForm, five)->yes);
  CHECK(Hunt::filled(hunt::kRerollForm + 1, five)->slot == 1);
  for (const std::uint32_t number : {0U, 13U, 15U, std::uint32_t{hunt::kFormsEnd}, 255U, 256U, ~0U}) {
    for (std::size_t parts = 0; parts < 6; ++parts) {
      CHECK(!Hunt::filled(number, std::vector<std::uint32_t>(parts, 1)));
    }
  }
  const std::vector<std::uint32_t> treat = {0b10'00111, 2, 0};
  const auto action = Hunt::filled(hunt::kGeneralForm + 1, treat);
  CHECK(action->dice == Places{0, 1, 2});
  CHECK(action->skill == Skill::treat_wounds);
  CHECK(action->items == Places{1});
  CHECK(action->targets == Places{1});
  CHECK(!action->cover);
  const std::vector<std::uint32_t> covering = {7, 2, 1};
  CHECK(Hunt::filled(hunt::kGeneralForm + 1, covering)->cover == Skill::cleave);
  const std::vector<std::uint32_t> two = {3, 2};
  CHECK(*Hunt::filled(hunt::kExchangeForm + 4, two) ==
        Action{.kind = ActionKind::buy, .hero = 4, .place = 1, .item = hunt::Item::lucky_charm});
  CHECK(*Hunt::filled(hunt::kGiveForm, two) == Action{.kind = ActionKind::give, .slot = 2, .other = 2});
  CHECK(*Hunt::filled(hunt::kResurrectForm, two) == Action{.kind = ActionKind::resurrect, .hero = 3, .other = 2});
  CHECK(!Hunt::filled(hunt::kGiveForm, covering));
  CHECK(*Hunt::filled(hunt::kGroupForm, two) == Action{.kind = ActionKind::group, .hero = 3, .other = 2});
  const std::vector<std::uint32_t> one = {2};
  const auto mighty = Skill::mighty_strike;
  CHECK(*Hunt::filled(hunt::kBuyForm + 4, one) ==
        Action{.kind = ActionKind::buy, .hero = 4, .place = -1, .item = hunt::Item::great_potion});
  CHECK(!Hunt::filled(hunt::kBuyForm, two));
  CHECK(*Hunt::filled(hunt::kHealForm + 1, one) == Action{.kind = ActionKind::item, .slot = 1, .place = 2});
  CHECK(*Hunt::filled(hunt::kFailForm, one) == Action{.kind = ActionKind::fail, .cover = mighty});
  CHECK(*Hunt::filled(hunt::kLearnForm + 4, one) == Action{.kind = ActionKind::learn, .skill = mighty, .hero = 4});
  CHECK(*Hunt::filled(hunt::kImproveForm + 7, one) ==
        Action{.kind = ActionKind::improve, .skill = mighty, .hero = 3, .part = hunt::Part::heal});
  CHECK(*Hunt::filled(hunt::kShareForm + 4, one) == Action{.kind = ActionKind::share, .hero = 4, .other = 2});
  CHECK(!Hunt::filled(hunt::kShareForm, two));
  CHECK(*Hunt::filled(hunt::kNewcomerForm, two) ==
        Action{.kind = ActionKind::swap, .hero = 3, .newcomer = hunt::Class::wizard});
  CHECK(*Hunt::filled(hunt::kBackForm + 4, one) == Action{.kind = ActionKind::swap, .hero = 4, .other = 2});
}

TEST_CASE("what fits a village's form is what the rules accept, and all that they accept is offered once") {
  FastDice dice(1);
  std::map<ActionKind, int> legal;
  int back = 0;
  int lacking = 0;
  for (const hunt::Options& options : testing::all_hunt_options()) {
    if (!options.homecoming) continue;
    for (std::uint64_t match = 0; match < 20; ++match) {
      testing::play<Hunt>(options, dice, match, random_choice<Hunt>, [&](const hunt::State& state) {
        if (state.phase != hunt::Phase::village) return;
        for (Seat seat = 0; seat < hunt::kMaxHeroes; ++seat) {
          if (!Hunt::waiting_on(state).contains(seat)) continue;
          hunt::ActionList offered;
          Hunt::choices(state, seat, offered);
          std::ranges::sort(offered);
          CHECK(std::ranges::adjacent_find(offered) == offered.end());
          int wrong = 0;
          each_in_village([&](const Action& action) {
            const bool accepted = !Hunt::fault_of(state, seat, action);
            legal[action.kind] += accepted ? 1 : 0;
            back += accepted && action.kind == ActionKind::swap && !action.newcomer ? 1 : 0;
            wrong += accepted == std::ranges::binary_search(offered, action) ? 0 : 1;
          });
          CHECK(wrong == 0);
          hunt::ActionList candidates;
          Hunt::candidates(state, seat, candidates);
          CHECK(candidates.size() <= hunt::kItems.size());
          for (const Action& candidate : candidates) {
            CHECK(Hunt::fault_of(state, seat, candidate)->reason == hunt::index(hunt::Reason::not_enough_gold));
            ++lacking;
          }
        }
      });
    }
  }
  for (const ActionKind kind : {ActionKind::buy, ActionKind::give, ActionKind::resurrect, ActionKind::group,
                                ActionKind::learn, ActionKind::improve, ActionKind::share, ActionKind::swap}) {
    CHECK(legal[kind] > 0);
  }
  CHECK(lacking > 0);
  CHECK(back > 0);
}
