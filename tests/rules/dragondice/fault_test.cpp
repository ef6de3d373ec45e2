// Why options and decisions are refused: the rule, the reason and its arguments.
#include <doctest/doctest.h>

#include <functional>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/dragondice/rules.h"

using namespace wyrmhall::rules;
using DragonDice = dragondice::Game;
using dragondice::Action;
using dragondice::DragonType;
using dragondice::kNone;
using dragondice::kReserve;
using dragondice::Option;
using dragondice::Options;
using dragondice::Part;
using dragondice::Reason;
using dragondice::refuse;
using dragondice::State;
using dragondice::Step;
using dragondice::Units;
using K = dragondice::ActionKind;

namespace {

std::set<Reason> seen;

constexpr std::int32_t at(auto enumerator) {
  return dragondice::number(enumerator);
}

dragondice::UnitType unit(std::string_view name) {
  return dragondice::unit_named(name).value();
}

void check_options(const Fault& wanted, const std::function<void(Options&)>& change) {
  Options options;
  change(options);
  const auto fault = DragonDice::check(options);
  REQUIRE(fault);
  CHECK(*fault == wanted);
  seen.insert(static_cast<Reason>(wanted.reason));
}

void check(const State& state, Seat seat, const Action& action, std::string_view rule, Reason reason,
           std::initializer_list<std::int32_t> arguments = {}) {
  const auto fault = DragonDice::fault_of(state, seat, action);
  REQUIRE(fault);
  CHECK(fault->rule == rule);
  CHECK(*fault == refuse(rule, reason, arguments));
  seen.insert(reason);
}

// An explicit force of 24 points.
dragondice::Army army() {
  return {.home = std::vector(3, unit("dwarf_warlord")),
          .campaign = std::vector(3, unit("dwarf_warlord")),
          .horde = std::vector(2, unit("dwarf_warlord"))};
}

// Seat 0 is to answer at the frontier: Footmen 0 to 2, Sergeant 3 and Warlord 4 are there, 5 and 6 are dead Sergeants,
// 7 a dead Troll, 8 a buried Footman; seat 1 has a Footman, 9. Dragons 0 and 1 are of air, 2 of fire, all there.
State at_frontier(Step step) {
  State state = dragondice::make_state({});
  state.units.clear();
  for (int i = 0; i < 3; ++i) state.units.push_back({.type = unit("dwarf_footman"), .at = {2}});
  state.units.push_back({.type = unit("dwarf_sergeant"), .at = {2}});
  state.units.push_back({.type = unit("dwarf_warlord"), .at = {2}});
  for (int i = 0; i < 2; ++i) state.units.push_back({.type = unit("dwarf_sergeant"), .at = dragondice::kDead});
  state.units.push_back({.type = unit("goblin_troll"), .at = dragondice::kDead});
  state.units.push_back({.type = unit("dwarf_footman"), .at = dragondice::kBuried});
  state.first_of_seat1 = 9;
  state.units.push_back({.type = unit("dwarf_footman"), .at = {1}});
  state.dragons.clear();
  for (const Seat owner : {Seat{0}, Seat{1}}) {
    state.dragons.push_back({.type = DragonType::elemental_air, .owner = owner, .at = {2}});
  }
  state.dragons.push_back({.type = DragonType::elemental_fire, .owner = 1, .at = {2}});
  state.round = 1;
  state.seat = 0;
  dragondice::set_targets(state, {2});
  state.step = step;
  state.asking = true;
  return state;
}

}  // namespace

TEST_CASE("options that are refused") {
  check_options(refuse("A-2", Reason::option_length, {at(Option::armies), 1, 2}),
                [](Options& o) { o.armies.pop_back(); });
  check_options(refuse("A-4", Reason::option_length, {at(Option::dragons), 3, 2}),
                [](Options& o) { o.dragons.emplace(3); });
  check_options(refuse("A-2", Reason::no_such_name, {at(Option::armies), 1, 12}),
                [](Options& o) { o.armies[1].preset = 12; });
  check_options(refuse("A-1", Reason::no_such_name, {at(Option::frontier), 0, 48}),
                [](Options& o) { o.frontier = 48; });
  check_options(refuse("A-2", Reason::part_empty, {0, at(Part::campaign)}), [](Options& o) {
    o.armies[0] = army();
    o.armies[0].campaign.clear();
  });
  check_options(refuse("A-2", Reason::too_many_units, {0, 33, 32}), [](Options& o) {
    o.armies[0] = army();
    o.armies[0].home.resize(28, unit("dwarf_footman"));
  });
  check_options(refuse("A-2", Reason::force_size, {0, 21}), [](Options& o) {
    o.armies[0] = army();
    o.armies[0].home.pop_back();
  });
  check_options(refuse("A-2", Reason::part_too_large, {0, at(Part::home), 15, 12}), [](Options& o) {
    o.armies[0] = army();
    o.armies[0].home.resize(5, unit("dwarf_warlord"));
    o.armies[0].campaign.resize(1);
  });
  check_options(refuse("A-2", Reason::too_many_ways, {0, 747'645, 4'096}), [](Options& o) {
    const dragondice::Army dwarves = o.armies[1];
    o.armies[0] = {.home = dragondice::part_of(dwarves, Part::home),
                   .campaign = dragondice::part_of(dwarves, Part::campaign),
                   .horde = dragondice::part_of(dwarves, Part::horde)};
    for (auto* part : {&o.armies[0].home, &o.armies[0].campaign, &o.armies[0].horde}) {
      const auto once = *part;
      part->insert(part->end(), once.begin(), once.end());
    }
  });
  check_options(refuse("A-2", Reason::forces_differ, {24, 30}), [](Options& o) { o.armies[0] = army(); });
  check_options(refuse("A-2", Reason::other_size, {1, 30, 24}), [](Options& o) {
    o.armies[0] = army();
    o.points = 24;
  });
  check_options(refuse("A-2", Reason::other_size, {0, 30, 60}), [](Options& o) { o.points = 60; });
  check_options(refuse("A-2", Reason::no_such_size, {18}), [](Options& o) { o.points = 18; });
  check_options(refuse("A-4", Reason::needs_dragons, {1}), [](Options& o) {
    o.armies = {army(), army()};
    o.dragons = {{{DragonType::ivory}}, {}};
  });
  check_options(refuse("A-4", Reason::needs_dragons, {0}), [](Options& o) { o.armies = {army(), army()}; });
  check_options(refuse("DR-0", Reason::force_value, {1, 3, 2}),
                [](Options& o) { o.dragons = {{{DragonType::white}}, {{DragonType::white}, {DragonType::ivory}}}; });
  check_options(refuse("A-6", Reason::option_range, {at(Option::rounds), 0, 1, 50}), [](Options& o) { o.rounds = 0; });
  check_options(refuse("A-7", Reason::option_range, {at(Option::regroup), 4, 0, 3}), [](Options& o) { o.regroup = 4; });
  check_options(refuse("A-9", Reason::option_range, {at(Option::slay_points), 11, 0, 10}),
                [](Options& o) { o.slay_points = 11; });
  check_options(refuse("A-8", Reason::option_range, {at(Option::call_gain), 15, 0, 14}),
                [](Options& o) { o.call_gain = 15; });
  check_options(refuse("A-8", Reason::option_range, {at(Option::call_cost), 0, 1, 14}),
                [](Options& o) { o.call_cost = 0; });
  check_options(refuse("A-8", Reason::option_range, {at(Option::call_cost_white), 15, 1, 14}),
                [](Options& o) { o.call_cost_white = 15; });
  check_options(refuse("A-8", Reason::option_range, {at(Option::call_cap), -1, 0, 14}),
                [](Options& o) { o.call_cap = -1; });
  Options whole;
  whole.armies = {army(), army()};
  whole.dragons = {{{DragonType::ivory}}, {{DragonType::hybrid_air_fire}}};
  CHECK(!DragonDice::check(whole));
}

TEST_CASE("decisions that are nobody's, or of another kind") {
  State state = at_frontier(Step::casualties);
  check(state, 1, {.kind = K::casualties}, "A-6", Reason::not_your_decision, {1});
  check(state, 7, {.kind = K::casualties}, "A-6", Reason::not_your_decision, {7});
  check(state, 0, {.kind = K::call}, "A-6", Reason::wrong_question, {at(K::call), at(K::casualties)});
  check(state, 0, {.kind = K::casualties, .dragon = 1}, "A-6", Reason::stray_field, {at(K::casualties)});
  state.asking = false;
  check(state, 0, {.kind = K::casualties}, "A-6", Reason::not_now);
  state.step = Step::over;
  check(state, 0, {.kind = K::casualties}, "A-9", Reason::match_over);
}

TEST_CASE("attacks, targets and breaths") {
  State state = at_frontier(Step::attack_terrain);
  state.todo = 0b101;
  check(state, 0, {.kind = K::attack_terrain, .to = {1}}, "DR-1", Reason::no_attack_there, {1});
  check(state, 0, {.kind = K::attack_terrain, .to = kReserve}, "DR-1", Reason::no_attack_there, {3});
  // The fire dragon may attack either of the others; they attack it.
  state = at_frontier(Step::designate);
  check(state, 0, {.kind = K::designate, .dragon = 0, .other = 2}, "A-6", Reason::not_your_decision, {0});
  check(state, 1, {.kind = K::designate, .dragon = 0, .other = 2}, "DR-3", Reason::not_your_dragon, {0});
  check(state, 1, {.kind = K::designate, .dragon = 9, .other = 2}, "DR-3", Reason::not_your_dragon, {9});
  check(state, 1, {.kind = K::designate, .dragon = 1, .other = 2}, "DR-4", Reason::designated_already, {1});
  check(state, 1, {.kind = K::designate, .dragon = 2, .other = 2}, "DR-3", Reason::not_a_target, {2, 2});
  state.attack.targets[1] = dragondice::kOpen;
  check(state, 1, {.kind = K::designate, .dragon = 2, .other = 0}, "DR-4", Reason::another_dragon_next, {1});
  state = at_frontier(Step::breath_order);
  state.attack.breath.insert(1);
  check(state, 0, {.kind = K::breath_order, .dragon = 2}, "DR-13", Reason::no_open_breath, {2});
  state = at_frontier(Step::breath_kills);
  state.attack.breather = 1;
  check(state, 0, {.kind = K::breath_kills, .dragon = 0}, "DR-13", Reason::wrong_dragon, {0, 1});
  check(state, 0, {.kind = K::breath_kills, .dragon = 1, .units = Units::of(4)}, "DR-19", Reason::not_the_most, {3, 5});
}

TEST_CASE("losses and promotions") {
  State state = at_frontier(Step::casualties);
  state.attack.net = 3;
  const auto lose = [](std::initializer_list<unsigned> units) {
    Action action{.kind = K::casualties};
    for (const unsigned each : units) action.units.insert(each);
    return action;
  };
  check(state, 0, lose({5}), "DR-19", Reason::not_in_army, {5});
  check(state, 0, lose({63}), "DR-19", Reason::not_in_army, {63});
  check(state, 0, lose({9}), "DR-19", Reason::not_in_army, {9});
  check(state, 0, lose({0, 1}), "DR-19", Reason::not_the_most, {2, 3});
  check(state, 0, lose({1, 3}), "R-DD-01", Reason::not_the_lowest, {1, 0});
  CHECK(!DragonDice::fault_of(state, 0, lose({0, 3})));

  state = at_frontier(Step::promote);
  dragondice::begin_session(state, dragondice::Purpose::slain, 0, 0);
  const auto promote = [](std::uint8_t low, std::uint8_t high) {
    return Action{.kind = K::promote, .unit = low, .other = high};
  };
  check(state, 0, promote(0, kNone), "DR-16", Reason::half_null);
  check(state, 0, promote(5, 6), "DR-16", Reason::not_in_army, {5});
  check(state, 0, promote(0, 3), "DR-16", Reason::not_in_dead_area, {3});
  check(state, 0, promote(0, 200), "DR-16", Reason::not_in_dead_area, {200});
  check(state, 0, promote(4, 7), "DR-16", Reason::wrong_species, {4, 7});
  check(state, 0, promote(3, 5), "DR-16", Reason::wrong_health, {2, 2, 1});
  check(state, 0, promote(1, 5), "R-DD-01", Reason::not_the_lowest, {1, 0});
  check(state, 0, promote(0, 6), "R-DD-01", Reason::not_the_lowest, {6, 5});
  CHECK(!DragonDice::fault_of(state, 0, promote(0, 5)));
  const NoSink nobody;
  dragondice::promote(state, promote(0, 5), nobody);
  check(state, 0, promote(0, 6), "DR-16", Reason::used_in_a_pair, {0});
  check(state, 0, promote(1, 5), "DR-16", Reason::used_in_a_pair, {5});
}

TEST_CASE("the army's answer") {
  State state = at_frontier(Step::bash);
  state.attack.response.specials.insert(4);
  state.attack.on_army.insert(0);
  state.attack.on_army.insert(1);
  state.attack.damage[0] = 6;
  check(state, 0, {.kind = K::bash, .unit = 3, .dragon = 0}, "DR-11", Reason::wrong_unit, {3, 4});
  check(state, 0, {.kind = K::bash, .unit = 4, .dragon = 1}, "R-DD-25", Reason::does_not_attack, {1});
  check(state, 0, {.kind = K::bash, .unit = 4, .dragon = 2}, "R-DD-25", Reason::does_not_attack, {2});
  state.step = Step::regenerate;
  state.attack.response.left = 3;
  const auto pick = [](std::uint8_t number) { return Action{.kind = K::regenerate, .unit = 4, .pick = {number}}; };
  check(state, 0, {.kind = K::regenerate, .unit = 0, .pick = dragondice::kSaves}, "DR-11", Reason::wrong_unit, {0, 4});
  check(state, 0, pick(dragondice::kDone.number), "DR-11", Reason::no_such_pick, {253});
  check(state, 0, pick(8), "DR-11", Reason::not_in_dead_area, {8});
  check(state, 0, pick(7), "DR-11", Reason::too_healthy, {4, 3});
  check(state, 0, pick(6), "R-DD-01", Reason::not_the_lowest, {6, 5});
  state.step = Step::allocate;
  state.attack.response.pools.push_back({.pool = dragondice::Pool::id, .points = 4});
  check(state, 0, {.kind = K::allocate, .pool = dragondice::Pool::fireminions, .save = 4}, "DR-11", Reason::wrong_pool,
        {2, 0});
  check(state, 0, {.kind = K::allocate, .melee = 255, .missile = 1, .save = 4}, "DR-11", Reason::wrong_sum, {260, 4});
  state.step = Step::hits;
  state.attack.totals = {.melee = 19, .missile = 9, .save = 0};
  Action hits{.kind = K::hits};
  hits.slay.set(2, dragondice::Hit::melee);
  check(state, 0, hits, "DR-14", Reason::cannot_be_slain, {2});
  hits.slay = {.bits = 3};
  check(state, 0, hits, "DR-14", Reason::cannot_be_slain, {0});
  hits.slay = {.bits = 1U << 14};
  check(state, 0, hits, "DR-14", Reason::cannot_be_slain, {7});
  hits.slay = {};
  hits.slay.set(0, dragondice::Hit::melee);
  hits.slay.set(1, dragondice::Hit::melee);
  check(state, 0, hits, "DR-14", Reason::too_few_results, {20, 19, 0, 9});
}

TEST_CASE("regrouping and calls") {
  State state = at_frontier(Step::regroup);
  const auto move = [](std::uint8_t which, dragondice::Place to) {
    return Action{.kind = K::regroup, .unit = which, .to = to};
  };
  check(state, 0, move(0, {}), "A-7", Reason::half_null);
  check(state, 0, move(kNone, {1}), "A-7", Reason::half_null);
  check(state, 0, move(9, {0}), "A-7", Reason::cannot_move, {9});
  check(state, 0, move(5, {0}), "A-7", Reason::cannot_move, {5});
  check(state, 0, move(200, {0}), "A-7", Reason::cannot_move, {200});
  check(state, 0, move(0, dragondice::kDead), "A-7", Reason::no_such_place, {4});
  check(state, 0, move(0, {2}), "A-7", Reason::there_already, {2});
  check(state, 0, move(1, {0}), "R-DD-01", Reason::not_the_lowest, {1, 0});

  state = at_frontier(Step::call);
  state.call = {7, 7};
  state.dragons.push_back({.type = DragonType::white, .owner = 0, .at = dragondice::kPool});
  state.dragons.push_back({.type = DragonType::ivory, .owner = 0, .at = {1}});
  state.dragons.push_back({.type = DragonType::ivory_hybrid_air, .owner = 0, .at = {1}});
  const auto call = [](std::uint8_t dragon, dragondice::Place to) {
    return Action{.kind = K::call, .dragon = dragon, .to = to};
  };
  check(state, 0, call(2, {}), "A-8", Reason::half_null);
  check(state, 0, call(6, {1}), "A-8", Reason::no_such_dragon, {6});
  check(state, 0, call(2, dragondice::kPool), "A-8", Reason::no_such_place, {6});
  check(state, 0, call(2, {2}), "A-8", Reason::there_already, {2});
  check(state, 0, call(3, {2}), "A-8", Reason::too_dear, {7, 14});
  check(state, 0, call(0, {1}), "DR-5", Reason::wrong_elements, {0});  // Dwarves are of fire and earth
  check(state, 0, call(4, {0}), "DR-6", Reason::wrong_elements, {4});
  check(state, 0, call(5, {0}), "DR-7", Reason::wrong_elements, {5});
  CHECK(!DragonDice::fault_of(state, 0, call(2, {1})));
  for (auto& each : state.units) each.at = each.at == dragondice::Place{2} ? kReserve : each.at;
  check(state, 0, call(2, {1}), "A-8", Reason::wrong_elements, {2});
}

TEST_CASE("every reason was met") {
  for (std::size_t reason = 0; reason < dragondice::kReasonNames.size(); ++reason) {
    CHECK_MESSAGE(seen.contains(static_cast<Reason>(reason)), dragondice::kReasonNames[reason]);
  }
}
