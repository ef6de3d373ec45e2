// Why options and actions are refused: the rule, the reason and its arguments.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/tape.h"
#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"
#include "tests/rules/hunt/options.h"

using namespace wyrmhall::rules;
using Hunt = hunt::Game;
using Json = nlohmann::json;
using hunt::ActionKind;
using hunt::Class;
using hunt::HeroField;
using hunt::Item;
using hunt::Option;
using hunt::Options;
using hunt::Phase;
using hunt::Reason;
using hunt::Skill;
using hunt::State;
using hunt::Symbol;

namespace {

constexpr std::int32_t at(auto enumerator) {
  return hunt::number(enumerator);
}

// Which reasons were met: the last test asks for all of them.
std::array<bool, hunt::kReasonNames.size()>& met() {
  static std::array<bool, hunt::kReasonNames.size()> met{};
  return met;
}

void check_fault(const std::optional<Fault>& fault, std::string_view rule, Reason reason,
                 std::initializer_list<std::int32_t> arguments) {
  REQUIRE(fault.has_value());
  CHECK(fault->rule == rule);
  CHECK(hunt::kReasonNames[fault->reason] == hunt::kReasonNames[hunt::index(reason)]);
  CHECK(fault->arguments == hunt::refuse(rule, reason, arguments).arguments);
  met()[fault->reason] = true;
}

void refused(auto&& change, std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  Options options;
  change(options);
  check_fault(Hunt::check(options), rule, reason, arguments);
}

// An action as the vectors write it.
void refused(const State& state, Seat seat, const char* action, std::string_view rule, Reason reason,
             std::initializer_list<std::int32_t> arguments = {}) {
  INFO(action);
  check_fault(Hunt::fault_of(state, seat, Json::parse(action).get<hunt::Action>()), rule, reason, arguments);
}

void accepted(const State& state, Seat seat, const char* action) {
  INFO(action);
  CHECK_FALSE(Hunt::fault_of(state, seat, Json::parse(action).get<hunt::Action>()));
}

State started(const Options& options) {
  ScriptedTape none({});
  return start<Hunt>(options, 1, none).value();
}

// Warrior, Wizard and Cleric, each with a seat; the Wizard of seat 1 has rolled these dice.
State rolled(std::string_view dice, std::vector<Item> items = {}) {
  Options options;
  options.heroes = testing::one_hero_a_seat(3);
  options.heroes[1].items = items;
  State state = started(options);
  state.turn->rolls = 1;
  for (std::size_t i = 0; i < dice.size(); ++i) {
    const std::string_view letter = dice.substr(i, 1);
    state.turn->dice[i] =
        static_cast<Symbol>(std::ranges::find(hunt::kSymbolNames, letter) - hunt::kSymbolNames.begin());
  }
  return state;
}

State village(auto&& change) {
  Options options;
  options.heroes = testing::one_hero_a_seat(3);
  State state = started(options);
  state.turn.reset();
  hunt::begin_village(state, true, false);
  change(state);
  return state;
}

}  // namespace

TEST_CASE("options are refused with what they may be") {
  const auto range = Reason::option_range;
  refused([](auto& o) { o.chapter = 11; }, "G1", range, {at(Option::chapter), 11, 1, 10});
  refused([](auto& o) { o.roundLimit = 4; }, "E4", range, {at(Option::roundLimit), 4, 5, 60});
  refused([](auto& o) { o.defeatRule = static_cast<hunt::DefeatRule>(2); }, "W2", range,
          {at(Option::defeatRule), 2, 0, 1});
  refused([](auto& o) { o.maxLocked = 1; }, "X1", range, {at(Option::maxLocked), 1, 2, 5});
  refused([](auto& o) { o.maxLocked = 6; }, "X1", range, {at(Option::maxLocked), 6, 2, 5});
  refused([](auto& o) { o.fourthToken = 5; }, "L6", range, {at(Option::fourthToken), 5, 3, 4});
  refused([](auto& o) { o.healingWave = 2; }, "A2", range, {at(Option::healingWave), 2, 3, 4});
  refused([](auto& o) { o.dragons = {{static_cast<hunt::DragonKind>(10)}}; }, "G1", range,
          {at(Option::dragons), 10, 0, 9});
  refused([](auto& o) { o.dragonHp = {{1000}}; }, "G1", range, {at(Option::dragonHp), 1000, 1, 999});
  const auto length = Reason::option_length;
  refused([](auto& o) { o.heroes.clear(); }, "G1", length, {at(Option::heroes), 0, 1, 5});
  refused([](auto& o) { o.heroes.resize(6); }, "G1", length, {at(Option::heroes), 6, 1, 5});
  refused([](auto& o) { o.dragonHp = {{5, 5}}; }, "G1", length, {at(Option::dragonHp), 2, 1, 1});
  refused([](auto& o) { o.dragons.emplace(); }, "G1", length, {at(Option::dragons), 0, 1, 1});
  refused(
      [](auto& o) { o.heroes = testing::one_hero_a_seat(4), o.dragons = {{hunt::DragonKind{}, hunt::DragonKind{}}}; },
      "G1", Reason::dragon_twice, {0});
  const auto groups = [](const std::vector<int>& given) {
    return [given](Options& o) { o.heroes = testing::one_hero_a_seat(4), o.groups = given; };
  };
  refused(groups({0, 1}), "P1", length, {at(Option::groups), 2, 4, 4});
  refused(groups({0, 1, 1, 2}), "P1", range, {at(Option::groups), 2, 0, 1});
  refused(groups({0, 1, 1, 1}), "P1", Reason::group_sizes, {1, 3});
  refused([](auto& o) { o.groups = {{0, 1}}; }, "P1", Reason::groups_need_living, {2, 4});
  refused([&](auto& o) { groups({0, 1, 1, 0})(o), o.heroes[0].alive = false; }, "P1", Reason::groups_need_living,
          {3, 4});
}

TEST_CASE("heroes are refused with what they may be") {
  const auto hero = [](auto&& change) { return [change](Options& o) { change(o.heroes[0]); }; };
  const auto range = Reason::hero_field_range;
  refused(hero([](auto& h) { h.seat = 5; }), "G1", range, {at(HeroField::seat), 5, 0, 4});
  refused(hero([](auto& h) { h.of = static_cast<Class>(6); }), "S1", range, {at(HeroField::of), 6, 0, 5});
  refused(hero([](auto& h) { h.symbol = Symbol::dragon; }), "N1", range, {at(HeroField::symbol), 5, 0, 4});
  refused(hero([](auto& h) { h.level = 6; }), "L1", range, {at(HeroField::level), 6, 1, 5});
  refused(hero([](auto& h) { h.xp = -1; }), "L1", range, {at(HeroField::xp), -1, 0, 2147483647});
  refused(hero([](auto& h) { h.gold = -1; }), "S2", range, {at(HeroField::gold), -1, 0, 2147483647});
  refused(hero([](auto& h) { h.hpMax = 100; }), "S2", range, {at(HeroField::hpMax), 100, 1, 99});
  refused(hero([](auto& h) { h.baseAc = 10; }), "S2", range, {at(HeroField::baseAc), 10, 0, 9});
  refused(hero([](auto& h) { h.items = {{static_cast<Item>(13)}}; }), "V4", range, {at(HeroField::items), 13, 0, 12});
  const auto length = Reason::hero_field_length;
  refused(hero([](auto& h) { h.items.emplace(3); }), "V4", length, {at(HeroField::items), 3, 0, 2});
  refused(hero([](auto& h) { h.skills.emplace(); }), "S3", length, {at(HeroField::skills), 0, 1, 8});
  const auto skills = [&](const std::vector<hunt::HeroSkill>& sheet) {
    return hero([sheet](auto& h) { h.skills = sheet; });
  };
  refused(skills({{Skill::stab}, {Skill::stab}}), "S3", Reason::skill_twice, {0, at(Skill::stab)});
  refused(skills({{Skill::jab}}), "S3", Reason::skill_is_general, {0, at(Skill::jab)});
  refused(skills({{static_cast<Skill>(99)}}), "S3", Reason::skill_is_general, {0, 99});
  refused(skills({{Skill::stab, 1, hunt::Part::heal}}), "L3", Reason::improved_wrongly, {0, at(Skill::stab)});
  refused(skills({{Skill::flanking_strike, 1, hunt::Part::attack}}), "L3", Reason::improved_wrongly,
          {0, at(Skill::flanking_strike)});
  refused(skills({{Skill::drain_life, 1}}), "L3", Reason::improved_wrongly, {0, at(Skill::drain_life)});
  refused(skills({{Skill::stab, 0, hunt::Part::attack}}), "L3", Reason::improved_wrongly, {0, at(Skill::stab)});
  const auto custom = [](const std::vector<hunt::HeroSkill>& sheet) {
    return [sheet](Options& o) { o.heroes[0] = testing::custom_hero(0, Symbol::dagger, sheet); };
  };
  const std::vector<hunt::HeroSkill> six = {{Skill::cleave}, {Skill::smite}, {Skill::stab},
                                            {Skill::heal},   {Skill::mend},  {Skill::flanking_strike}};
  refused([](auto& o) { o.heroes[0] = {.seat = 0, .of = Class::custom}; }, "N1", Reason::needs_symbol, {0});
  refused([](auto& o) { o.heroes[0] = {.seat = 0, .of = Class::custom, .symbol = Symbol::holy}; }, "N1",
          Reason::needs_skills, {0});
  refused(custom({{Skill::stab}}), "N1", Reason::too_few_skills, {0, 1, 6});
  auto other = six;
  other[0].id = Skill::mighty_strike;
  refused(custom(other), "N1", Reason::strike_twice, {0});
  other[0].id = Skill::genie;
  refused(custom(other), "N1", Reason::skill_not_starting, {0, at(Skill::genie)});
  refused([](auto& o) { o.heroes[1].of = Class::warrior; }, "S1", Reason::class_twice, {at(Class::warrior)});
  refused([](auto& o) { o.heroes[1].seat = 2; }, "G1", Reason::seat_missing, {1});
  refused([](auto& o) { o.heroes[0].alive = o.heroes[1].alive = false; }, "S4", Reason::nobody_alive);
}

TEST_CASE("whoever is not asked, and what is not asked, is refused") {
  const State state = rolled("MMSGH");
  refused(state, 0, R"({"type":"flee","yes":true})", "T1", Reason::not_your_decision, {0});
  refused(state, 7, R"({"type":"flee","yes":true})", "T1", Reason::not_your_decision, {7});
  refused(state, 1, R"({"type":"flee","yes":true})", "T1", Reason::wrong_phase,
          {at(ActionKind::flee), at(Phase::turn)});
  check_fault(Hunt::fault_of(state, 1, {.kind = static_cast<ActionKind>(15)}), "T1", Reason::no_such_act, {15});
  check_fault(Hunt::fault_of(state, 1, {.kind = ActionKind::fail, .hero = 1}), "T1", Reason::stray_field,
              {at(ActionKind::fail)});
  State voting = state;
  voting.phase = Phase::flee;
  voting.votes = {1};
  refused(voting, 1, R"({"type":"flee","yes":true})", "E3", Reason::already_voted);
  State over = state;
  over.phase = Phase::over;
  refused(over, 1, R"({"type":"flee","yes":true})", "V7", Reason::match_over);
  State throwing = state;
  throwing.throws.purpose = hunt::ThrowFor::fury;
  refused(throwing, 1, R"({"type":"flee","yes":true})", "F1", Reason::not_now);
}

TEST_CASE("a roll is refused with what it needs") {
  State state = rolled("MMSGH");
  refused(state, 1, R"({"type":"roll","dice":[],"blessing":false})", "R1", Reason::no_dice);
  refused(state, 1, R"({"type":"roll","dice":[5],"blessing":false})", "X2", Reason::no_such_die, {5, 5});
  refused(state, 1, R"({"type":"roll","dice":[0],"blessing":true})", "R3", Reason::no_blessing, {1});
  state.turn->rolls = 3;
  refused(state, 1, R"({"type":"roll","dice":[0],"blessing":false})", "R1", Reason::no_roll_left, {3});
  state.turn->rolls = 0;
  refused(state, 1, R"({"type":"roll","dice":[0],"blessing":false})", "R1", Reason::first_roll);
  refused(state, 1, R"({"type":"roll","dice":[0],"blessing":true})", "R3", Reason::not_rolled);
  state.turn->kept = Symbol::sword;
  refused(state, 1, R"({"type":"roll","dice":[0,1,2,3],"blessing":false})", "H2", Reason::first_roll);
  accepted(state, 1, R"({"type":"roll","dice":[1,2,3,4],"blessing":false})");
}

TEST_CASE("an item is refused with what it needs") {
  State state = rolled("MMSGH", {Item::healing_potion, Item::lucky_charm});
  refused(state, 1, R"({"type":"item","slot":2,"target":-1,"dice":[]})", "I1", Reason::no_such_slot, {2, 2});
  refused(state, 1, R"({"type":"item","slot":0,"target":-1,"dice":[]})", "I3", Reason::needs_target, {0});
  refused(state, 1, R"({"type":"item","slot":0,"target":1,"dice":[0]})", "I3", Reason::has_no_dice, {0});
  refused(state, 1, R"({"type":"item","slot":0,"target":3,"dice":[]})", "I3", Reason::no_such_hero, {3});
  refused(state, 1, R"({"type":"item","slot":1,"target":0,"dice":[0]})", "I5", Reason::has_no_target,
          {at(Item::lucky_charm)});
  refused(state, 1, R"({"type":"item","slot":1,"target":-1,"dice":[0,1,2,3]})", "I5", Reason::too_many_dice, {4, 3});
  refused(state, 1, R"({"type":"item","slot":1,"target":-1,"dice":[]})", "I5", Reason::no_dice);
  state.heroes[2].alive = false;
  refused(state, 1, R"({"type":"item","slot":0,"target":2,"dice":[]})", "I3", Reason::hero_dead, {2});
  state.turn->rolls = 0;
  refused(state, 1, R"({"type":"item","slot":1,"target":-1,"dice":[0]})", "I5", Reason::not_rolled);
  state.heroes[1].items = {{Item::whetstone, true}, {Item::echo_scroll}};
  refused(state, 1, R"({"type":"item","slot":0,"target":-1,"dice":[]})", "I2", Reason::item_active,
          {at(Item::whetstone)});
  refused(state, 1, R"({"type":"item","slot":1,"target":-1,"dice":[]})", "I4", Reason::not_played_so,
          {at(Item::echo_scroll)});
}

TEST_CASE("an activation is refused with what it needs") {
  State state = rolled("MMHGH", {Item::rune_magic, Item::echo_scroll});
  const auto skill = [](const std::string& id, const char* rest = R"("dice":[0,1],"targets":[],"items":[])") {
    return R"({"type":"skill","skill":")" + id + R"(",)" + rest + "}";
  };
  const auto check = [&](const std::string& action, std::string_view rule, Reason reason,
                         std::initializer_list<std::int32_t> arguments) {
    refused(state, 1, action.c_str(), rule, reason, arguments);
  };
  accepted(state, 1, skill("magic_missile").c_str());
  check(skill("cleave"), "K1", Reason::not_own_skill, {at(Skill::cleave)});
  check(skill("jab"), "K2", Reason::is_general, {at(Skill::jab)});
  check(skill("fireball"), "K1", Reason::wrong_dice, {at(Skill::fireball)});
  check(skill("magic_missile", R"("dice":[0,1],"targets":[],"items":[2])"), "I6", Reason::no_such_slot, {2, 2});
  check(skill("magic_missile", R"("dice":[0,1],"targets":[],"items":[1])"), "I4", Reason::skill_open,
        {at(Skill::magic_missile)});
  check(skill("magic_missile", R"("dice":[0,5],"targets":[],"items":[])"), "X2", Reason::no_such_die, {5, 5});
  check(skill("magic_missile", R"("dice":[0,1],"targets":[0],"items":[])"), "A2", Reason::wrong_targets,
        {at(Skill::magic_missile), 1, 0});
  check(skill("mend", R"("dice":[0,2],"targets":[3],"items":[])"), "A2", Reason::no_such_hero, {3});
  state.heroes[1].covered[0] = 1;
  check(skill("magic_missile"), "K4", Reason::skill_covered, {at(Skill::magic_missile)});
  accepted(state, 1, skill("magic_missile", R"("dice":[0,1],"targets":[],"items":[1])").c_str());
  state.heroes[1].facing = hunt::kNoDragon;
  check(skill("arcane_strike"), "P4", Reason::no_own_dragon, {at(Skill::arcane_strike)});
  state.heroes[0].alive = false;
  check(skill("mend", R"("dice":[0,2],"targets":[0],"items":[])"), "A2", Reason::hero_dead, {0});
  state.turn->rolls = 0;
  check(skill("magic_missile"), "K1", Reason::not_rolled, {});
}

TEST_CASE("a general skill, a failure and an assist are refused with what they need") {
  State state = rolled("SSSGH", {Item::echo_scroll});
  const auto general = [](const std::string& rest) {
    return R"({"type":"general","dice":[0,1,2],"targets":[],)" + rest;
  };
  const auto check = [&](const std::string& action, Reason reason, std::initializer_list<std::int32_t> arguments = {},
                         std::string_view rule = "K2") { refused(state, 1, action.c_str(), rule, reason, arguments); };
  check(general(R"("skill":"mend","items":[],"cover":"mend"})"), Reason::not_general, {at(Skill::mend)});
  check(general(R"("skill":"jab","items":[],"cover":null})"), Reason::needs_cover);
  check(general(R"("skill":"jab","items":[],"cover":"stab"})"), Reason::cover_not_own, {at(Skill::stab)});
  check(general(R"("skill":"jab","items":[0],"cover":"mend"})"), Reason::not_a_symbol, {at(Item::echo_scroll)}, "I6");
  refused(state, 1, R"({"type":"fail","cover":"mend"})", "K3", Reason::can_activate);
  state.heroes[1].covered[4] = 1;
  check(general(R"("skill":"jab","items":[],"cover":"mend"})"), Reason::cover_covered, {at(Skill::mend)});
  state.turn->rolls = 0;
  refused(state, 1, R"({"type":"fail","cover":"mend"})", "K3", Reason::not_rolled);
  state.turn->rolls = 1;
  state.phase = Phase::assist;
  state.turn->used = {0, 1, 2};
  refused(state, 1, R"({"type":"assist","die":0})", "H1", Reason::die_used, {0});
  refused(state, 1, R"({"type":"assist","die":3})", "H1", Reason::die_is_dragon, {3});
  check_fault(Hunt::fault_of(state, 1, {.kind = ActionKind::assist, .place = 5}), "H1", Reason::no_such_die, {5, 5});
  accepted(state, 1, R"({"type":"assist","die":4})");
}

TEST_CASE("the last supporter must step in") {
  Options options;
  options.heroes = testing::one_hero_a_seat(4);
  State state = started(options);
  state.phase = Phase::replace;
  state.then = hunt::Then::assist;
  state.replace = {1};
  state.dragons[0].alive = false;
  for (hunt::Hero& hero : state.heroes) hero.facing = hunt::kNoDragon;
  accepted(state, 3, R"({"type":"replace","yes":false})");  // the Ranger is asked first
  state.asked = {3, 1, 0};
  refused(state, 2, R"({"type":"replace","yes":false})", "P7", Reason::must_step_in);
  state.heroes[0].facing = 1;
  accepted(state, 2, R"({"type":"replace","yes":false})");
}

TEST_CASE("what is done in a village is refused with what it needs") {
  const auto check = [](const State& state, const char* action, std::string_view rule, Reason reason,
                        std::initializer_list<std::int32_t> arguments = {}) {
    refused(state, 0, action, rule, reason, arguments);
  };
  const State one_dead = village([](State& s) { s.heroes[1].alive = false, s.heroes[0].gold = 1; });
  check(one_dead, R"({"type":"resurrect","hero":2,"payer":0})", "V3", Reason::hero_alive, {2});
  check(one_dead, R"({"type":"resurrect","hero":5,"payer":0})", "V3", Reason::no_such_hero, {5});
  check(one_dead, R"({"type":"resurrect","hero":1,"payer":1})", "V3", Reason::not_own_hero, {1});
  check(one_dead, R"({"type":"resurrect","hero":1,"payer":0})", "V3", Reason::not_enough_gold, {0, 1, 2});
  check(one_dead, R"({"type":"buy","hero":0,"item":"lucky_charm","drop":-1})", "V4", Reason::not_enough_gold,
        {0, 1, 2});
  check(one_dead, R"({"type":"buy","hero":0,"item":"whetstone","drop":-1})", "V4", Reason::not_in_stock,
        {at(Item::whetstone)});
  refused(one_dead, 1, R"({"type":"buy","hero":1,"item":"lucky_charm","drop":-1})", "V4", Reason::hero_dead, {1});
  const State rich = village([](State& s) {
    s.heroes[0].gold = 9;
    s.heroes[0].items = {{Item::echo_scroll}, {Item::rune_magic}};
    s.heroes[2].items = s.heroes[0].items;
  });
  check(rich, R"({"type":"buy","hero":0,"item":"lucky_charm","drop":-1})", "V4", Reason::must_drop);
  check_fault(Hunt::fault_of(rich, 0, {.kind = ActionKind::buy, .place = 2}), "V4", Reason::no_such_slot, {2, 2});
  refused(rich, 1, R"({"type":"buy","hero":1,"item":"lucky_charm","drop":0})", "V4", Reason::nothing_to_drop);
  check(rich, R"({"type":"give","hero":0,"slot":2,"to":1})", "V6", Reason::no_such_slot, {2, 2});
  check(rich, R"({"type":"give","hero":0,"slot":0,"to":0})", "V6", Reason::gives_to_itself);
  check(rich, R"({"type":"give","hero":0,"slot":0,"to":2})", "V6", Reason::items_full, {2});
  accepted(rich, 0, R"({"type":"give","hero":0,"slot":0,"to":1})");
  check_fault(Hunt::fault_of(rich, 0, {.kind = ActionKind::group, .other = 2}), "P1", Reason::no_such_group, {2});
  const State lucky = village([](State& s) {
    s.options.version = hunt::kLeftOverIsShared;
    s.village->leftOver = {0};
    s.heroes[2].inHunt = false;
  });
  check(lucky, R"({"type":"share","hero":0,"to":2})", "V2", Reason::not_in_hunt, {2});
  accepted(lucky, 0, R"({"type":"share","hero":0,"to":1})");
  refused(lucky, 1, R"({"type":"share","hero":1,"to":0})", "V2", Reason::no_left_over, {1});
  check(rich, R"({"type":"share","hero":0,"to":1})", "T1", Reason::no_such_act, {at(ActionKind::share)});
  State road = village([](State& s) {
    s.options.version = hunt::kHeroesSwitch;
    s.heroes[1].seat = 0;
  });
  check(road, R"({"type":"swap","hero":0,"newcomer":"cleric"})", "V9", Reason::class_taken, {at(Class::cleric)});
  check(road, R"({"type":"swap","hero":0,"newcomer":"custom"})", "V9", Reason::not_a_class);
  check(road, R"({"type":"swap","hero":0,"newcomer":null,"back":1})", "V9", Reason::hero_plays, {1});
  accepted(road, 0, R"({"type":"swap","hero":0,"newcomer":"rogue"})");
  road.village->last = true;
  check(road, R"({"type":"swap","hero":0,"newcomer":"rogue"})", "V9", Reason::no_hunt_follows);
  road.village->last = false;
  road.village->switched = {0};
  check(road, R"({"type":"swap","hero":0,"newcomer":"rogue"})", "V9", Reason::switched_already, {0});
  road.heroes[0].rests = hunt::Rest::alive;
  check(road, R"({"type":"swap","hero":0,"newcomer":"rogue"})", "V9", Reason::hero_rests, {0});
  road.heroes[0].of = Class::custom;
  for (int i = 0; i < 2; ++i) road.heroes.push_back(road.heroes[0]);
  check(road, R"({"type":"swap","hero":1,"newcomer":"rogue"})", "V9", Reason::match_full, {5});
  check(rich, R"({"type":"swap","hero":0,"newcomer":"rogue"})", "T1", Reason::no_such_act, {at(ActionKind::swap)});
  State risen = village([](State& s) {
    s.heroes[0].pending = {hunt::LevelChoice::improve, hunt::LevelChoice::learn};
    s.heroes[0].skills[0] = {.id = Skill::cleave, .plus = 1, .part = hunt::Part::attack};
  });
  check(risen, R"({"type":"ready"})", "V5", Reason::choices_pending, {0});
  State before = risen;
  before.village->before = true;
  check(before, R"({"type":"ready"})", "V5", Reason::before_hunt, {});
  check(risen, R"({"type":"learn","hero":0,"skill":"hammer_swing"})", "L4", Reason::no_such_choice,
        {0, at(hunt::LevelChoice::learn)});
  check(risen, R"({"type":"improve","hero":0,"skill":"stab","part":"attack"})", "L3", Reason::not_own_skill,
        {at(Skill::stab)});
  check(risen, R"({"type":"improve","hero":0,"skill":"mighty_strike","part":"attack"})", "L3", Reason::not_improvable,
        {at(Skill::mighty_strike)});
  check(risen, R"({"type":"improve","hero":0,"skill":"cleave","part":"attack"})", "L3", Reason::improved_already,
        {at(Skill::cleave)});
  check(risen, R"({"type":"improve","hero":0,"skill":"whirlwind","part":"heal"})", "L3", Reason::wrong_part,
        {at(Skill::whirlwind)});
  risen.heroes[0].pending = {hunt::LevelChoice::learn};
  check(risen, R"({"type":"learn","hero":0,"skill":"cleave"})", "L4", Reason::known_already, {at(Skill::cleave)});
  check(risen, R"({"type":"learn","hero":0,"skill":"genie"})", "L4", Reason::not_learnable, {at(Skill::genie)});
  risen.village->ready = {0};
  check(risen, R"({"type":"ready"})", "V7", Reason::already_ready);
}

TEST_CASE("every reason was met above") {
  for (std::size_t reason = 0; reason < hunt::kReasonNames.size(); ++reason) {
    CHECK_MESSAGE(met()[reason], std::string(hunt::kReasonNames[reason]));
  }
}
