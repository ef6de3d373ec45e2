// What must hold in every match of Dragon Dice (docs/rules/dragondice.md); what must in any game is in conformance.h.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dragondice/rules.h"
#include "rules/search/random_bot.h"
#include "tests/rules/dragondice/options.h"
#include "tests/rules/dragondice/states.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using DragonDice = dragondice::Game;
using dragondice::Action;
using dragondice::ActionKind;
using dragondice::DragonIcon;
using dragondice::Event;
using dragondice::State;
using dragondice::Step;

namespace {

void require(bool holds, const char* what, const State& state) {
  if (!holds) FAIL(std::string(what) << " in " << nlohmann::json(state).dump());
}

struct Seen {
  std::map<ActionKind, int> asked;
  std::map<std::string, int> times;
  int most_decisions = 0;
};

// I-8: the table, written down once more in the rulebook's words.
bool attacks_by_table(dragondice::DragonType attacker, dragondice::DragonType other) {
  enum class Cell { always, never, unless_same, unless_one };
  using enum Cell;
  constexpr std::array<std::array<Cell, 5>, 5> kTable = {{{unless_same, always, never, unless_one, always},
                                                          {always, unless_same, never, unless_one, always},
                                                          {never, never, never, never, never},
                                                          {never, never, never, never, never},
                                                          {always, always, never, always, never}}};
  const auto& a = dragondice::data_of(attacker);
  const auto& b = dragondice::data_of(other);
  switch (kTable[dragondice::index(a.kind)][dragondice::index(b.kind)]) {
    case always:
      return true;
    case never:
      return false;
    case unless_same:
      return a.elements != b.elements;
    case unless_one:
      return (a.elements & b.elements) == 0;
  }
  return false;
}

// I-1, I-2, I-5, I-11.
void check_places(const State& before, const State& now, Seat marching) {
  require(before.units.size() == now.units.size() && before.dragons.size() == now.dragons.size(), "I-1", now);
  for (unsigned unit = 0; unit < now.units.size(); ++unit) {
    require(before.units[unit].type == now.units[unit].type, "I-1: another type", now);
    const Seat owner = unit < now.first_of_seat1 ? 0 : 1;
    const bool moved = before.units[unit].at != now.units[unit].at;
    require(!moved || owner == marching || before.seat != now.seat, "I-2: another's unit moved", now);
    require(before.units[unit].at != dragondice::kBuried || !moved, "I-5: a buried unit came back", now);
  }
  for (unsigned dragon = 0; dragon < now.dragons.size(); ++dragon) {
    require(before.dragons[dragon].owner == now.dragons[dragon].owner, "I-1: another owner", now);
    require(before.dragons[dragon].type == now.dragons[dragon].type, "I-1: another dragon", now);
  }
}

// The last attack, worked out again from what was told of it (I-6, I-9, I-10).
class Audit {
 public:
  explicit Audit(Seen& seen) : seen_(seen) {}

  void hear(const Event& event, const State& state) {
    if (const auto* begun = std::get_if<dragondice::AttackBegun>(&event)) begin(*begun, state);
    if (const auto* rolled = std::get_if<dragondice::DragonRolled>(&event)) roll(*rolled, state);
    if (const auto* answered = std::get_if<dragondice::Answered>(&event)) saves_ = answered->totals.save;
    if (const auto* damaged = std::get_if<dragondice::Damaged>(&event)) check(*damaged, state);
    if (const auto* unit = std::get_if<dragondice::UnitRolled>(&event)) {
      ++seen_.times["rolled for " + std::string(dragondice::kRolledForNames[dragondice::index(unit->purpose)])];
    }
    if (std::holds_alternative<dragondice::FlownHome>(event)) ++seen_.times["flown home"];
  }

 private:
  void begin(const dragondice::AttackBegun& begun, const State& state) {
    begun_ = begun;
    rolls_.clear();
    saves_ = 0;
    for (std::size_t i = 0; i < begun.dragons.size(); ++i) {
      const auto type = state.dragons[begun.dragons[i]].type;
      bool army = true;
      for (const std::uint8_t other : begun.dragons) {
        if (other != begun.dragons[i]) army = army && !attacks_by_table(type, state.dragons[other].type);
      }
      require(army == (begun.targets[i] == dragondice::kTheArmy), "I-8: attacks what it should not", state);
    }
  }

  bool on_army(std::uint8_t dragon) const {
    for (std::size_t i = 0; i < begun_.dragons.size(); ++i) {
      if (begun_.dragons[i] == dragon) return begun_.targets[i] == dragondice::kTheArmy;
    }
    return false;
  }

  void roll(const dragondice::DragonRolled& rolled, const State& state) {
    auto& chain = rolls_[rolled.dragon];
    if (!chain.empty()) {
      const DragonIcon last = chain.back().icon;
      const bool again = last == DragonIcon::tail || (last == DragonIcon::breath && !on_army(rolled.dragon));
      require(again, "I-6: rolled again after an icon that ends it", state);
      ++seen_.times["rolled again"];
    }
    chain.push_back(rolled);
  }

  void check(const dragondice::Damaged& damaged, const State& state) {
    std::map<std::uint8_t, int> suffered;
    int army = 0;
    for (std::size_t i = 0; i < begun_.dragons.size(); ++i) {
      int damage = 0;
      const auto& chain = rolls_[begun_.dragons[i]];
      require(!chain.empty(), "a dragon did not roll", state);
      const bool breath = chain.back().icon == DragonIcon::breath && on_army(begun_.dragons[i]);
      require(chain.back().icon != DragonIcon::tail && (chain.back().icon != DragonIcon::breath || breath),
              "I-6: not rolled again", state);
      for (const auto& each : chain) damage += each.damage;
      const auto target = begun_.targets[i];
      (target.is_dragon() ? suffered[target.number] : army) += damage;
    }
    require(damaged.net == std::max(0, army - saves_), "I-9: other damage", state);
    int health = 0;
    for (const unsigned unit : damaged.killed.each()) health += dragondice::data_of(state, unit).health;
    require(health <= damaged.net, "I-9: more casualties than damage", state);
    for (const std::uint8_t dragon : begun_.dragons) {
      const bool belly = std::ranges::any_of(rolls_[dragon], [](const auto& r) { return r.icon == DragonIcon::belly; });
      const bool white = dragondice::is_white(state.dragons[dragon].type);
      const int needed = (white ? 10 : 5) + (belly ? 0 : 5);
      const bool dies = damaged.by_army.contains(dragon) || suffered[dragon] >= needed;
      require(dies == damaged.dead.contains(dragon), "I-10: a dragon died, or lived, wrongly", state);
    }
    if (!damaged.dead.without(damaged.by_army).empty()) ++seen_.times["slain by dragons"];
    if (!damaged.by_army.empty()) ++seen_.times["slain by the army"];
  }

  Seen& seen_;
  dragondice::AttackBegun begun_;
  std::map<std::uint8_t, std::vector<dragondice::DragonRolled>> rolls_;
  int saves_ = 0;
};

// I-10: what is paid for dragons is there.
void check_hits(const State& state, const Action& action) {
  std::array<int, 3> paid{};
  for (const std::uint8_t dragon : state.attack.dragons) {
    paid[dragondice::index(action.slay.of(dragon))] += dragondice::need(state, dragon);
  }
  require(paid[1] <= state.attack.totals.melee && paid[2] <= state.attack.totals.missile, "I-10: not paid", state);
}

void check_match(const dragondice::Options& options, std::uint64_t seed, Seen& seen) {
  FastDice dice(seed);
  FastDice choice(seed + 500);
  Audit audit(seen);
  State state = start<DragonDice>(options, 1, dice).value();
  int decisions = 0;
  while (!DragonDice::outcome(state)) {
    require(dragondice::why_invalid(state).empty(), std::string(dragondice::why_invalid(state)).c_str(), state);
    const SeatSet waiting = DragonDice::waiting_on(state);
    const Seat seat = waiting.size() == 2 ? static_cast<Seat>(choice.below(2)) : testing::first_waiting(waiting);
    const Action action =
        random_choice<DragonDice>(DragonDice::conceal(state, Viewer{seat}), seat, choice.bits()).value();
    dragondice::ActionList list;
    DragonDice::choices(state, seat, list);
    require(list.size() >= 2 && list.contains(action), "I-7: asked with fewer than two answers", state);
    if (action.kind == ActionKind::hits) check_hits(state, action);
    ++seen.asked[action.kind];
    ++decisions;
    const State before = state;
    REQUIRE_FALSE(DragonDice::fault_of(state, seat, action));
    DragonDice::act(state, seat, action, dice, [&](const Event& e) { audit.hear(e, before); });
    while (DragonDice::chance_pending(state)) {
      const State step = state;
      DragonDice::chance(state, dice, [&](const Event& e) { audit.hear(e, step); });
      check_places(step, state, step.seat);
    }
    check_places(before, state, before.seat);
  }
  seen.most_decisions = std::max(seen.most_decisions, decisions);
  ++seen.times["ended by " + std::string(dragondice::kEndReasonNames[dragondice::index(state.result->reason)])];
  if (state.result->winner == kNoSeat) ++seen.times["drawn"];
  require(state.round <= options.rounds && decisions < 2'000, "I-14: it did not end in time", state);
}

}  // namespace

TEST_CASE("the invariants hold in random matches with all options") {
  Seen seen;
  for (const auto& options : testing::dragondice_options()) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) check_match(options, seed, seen);
  }
  std::string text;
  for (const auto& [what, times] : seen.times) text += what + " " + std::to_string(times) + ", ";
  MESSAGE(text << "at most " << seen.most_decisions << " decisions");
  for (const auto kind :
       {ActionKind::attack_terrain, ActionKind::designate, ActionKind::breath_order, ActionKind::breath_kills,
        ActionKind::promote, ActionKind::bash, ActionKind::regenerate, ActionKind::allocate, ActionKind::hits,
        ActionKind::casualties, ActionKind::regroup, ActionKind::call}) {
    CHECK_MESSAGE(seen.asked[kind] > 0, "never asked: " << dragondice::kActionKindNames[dragondice::index(kind)]);
  }
  for (const char* what :
       {"rolled for response", "rolled for rise", "rolled for burial", "rolled again", "flown home", "slain by dragons",
        "slain by the army", "ended by score", "ended by elimination", "drawn"}) {
    CHECK_MESSAGE(seen.times[what] > 0, "never came up: " << what);
  }
}

TEST_CASE("the table of targets is what its second coding says, for all pairs") {
  for (std::size_t a = 0; a < dragondice::kDragonTypeNames.size(); ++a) {
    for (std::size_t b = 0; b < dragondice::kDragonTypeNames.size(); ++b) {
      const auto attacker = static_cast<dragondice::DragonType>(a);
      const auto other = static_cast<dragondice::DragonType>(b);
      CHECK(dragondice::will_attack(attacker, other) == attacks_by_table(attacker, other));
    }
  }
}

TEST_CASE("the losses that are listed are all the largest ones, each once (against every subset)") {
  FastDice chance(7);
  for (int round = 0; round < 300; ++round) {
    State state;
    const unsigned count = 1 + static_cast<unsigned>(chance.below(10));
    const std::uint64_t first = chance.below(dragondice::kUnitTypes - 12);
    for (unsigned i = 0; i < count; ++i) {
      state.units.push_back({.type = static_cast<dragondice::UnitType>(first + chance.below(12)), .at = {2}});
    }
    state.first_of_seat1 = static_cast<std::uint8_t>(count);
    const auto army = dragondice::units_at(state, 0, dragondice::kFrontier);
    const int k = static_cast<int>(chance.below(20));
    std::map<std::vector<dragondice::UnitType>, int> sets;
    int most = 0;
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << count); ++bits) {
      const int health = dragondice::health_of(state, dragondice::Units::from_bits(bits));
      if (health <= k) most = std::max(most, health);
    }
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << count); ++bits) {
      const auto units = dragondice::Units::from_bits(bits);
      if (dragondice::health_of(state, units) != most) continue;
      std::vector<dragondice::UnitType> types;
      for (const unsigned unit : units.each()) types.push_back(state.units[unit].type);
      std::ranges::sort(types);
      sets.try_emplace(types, 0);
    }
    dragondice::each_loss(state, army, k, [&](dragondice::Units units) {
      std::vector<dragondice::UnitType> types;
      for (const unsigned unit : units.each()) types.push_back(state.units[unit].type);
      std::ranges::sort(types);
      REQUIRE(sets.contains(types));
      ++sets[types];
      return true;
    });
    for (const auto& [types, times] : sets) CHECK(times == 1);
  }
}

TEST_CASE("two who designate may do it in either order, and see nothing of each other until both have") {
  dragondice::Options options;
  options.dragons = {{{dragondice::DragonType::elemental_air}, {dragondice::DragonType::elemental_fire}},
                     {{dragondice::DragonType::elemental_earth}, {dragondice::DragonType::elemental_water}}};
  State state = dragondice::make_state(options);
  for (auto& dragon : state.dragons) dragon.at = dragondice::kFrontier;
  state.round = 1;
  state.seat = 0;
  state.step = Step::begin_turn;
  FastDice dice(3);
  settle<DragonDice>(state, dice, NoSink{});
  REQUIRE(state.step == Step::designate);
  REQUIRE(DragonDice::waiting_on(state) == SeatSet{0, 1});
  const auto designate = [](std::uint8_t dragon, std::uint8_t target) {
    return Action{.kind = ActionKind::designate, .dragon = dragon, .other = target};
  };
  const std::array<std::vector<Action>, 2> choices = {
      {{designate(0, 2), designate(1, 3)}, {designate(2, 0), designate(3, 0)}}};
  const auto played = [&](const std::vector<Seat>& order) {
    State after = state;
    std::array<std::size_t, 2> next{};
    FastDice same(9);
    for (const Seat seat : order) {
      REQUIRE_FALSE(apply<DragonDice>(after, seat, choices[seat][next[seat]++], same));
      const Viewer other{static_cast<Seat>(1 - seat)};
      if (after.step != Step::designate) continue;
      const std::uint8_t dragon = choices[seat][next[seat] - 1].dragon;
      CHECK(DragonDice::conceal(after, other).attack.targets[dragon] == dragondice::kHidden);
      CHECK(DragonDice::conceal(after, Viewer{seat}).attack.targets[dragon].is_dragon());
    }
    return after;
  };
  const State one = played({0, 0, 1, 1});
  CHECK(one.step != Step::designate);
  CHECK(played({1, 1, 0, 0}) == one);
  CHECK(played({1, 0, 1, 0}) == one);
}
