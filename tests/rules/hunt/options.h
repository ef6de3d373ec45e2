// Options of Dice & Dragons that between them reach each option, class, dragon, skill and item, and every phase.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/hunt/options.h"

namespace wyrmhall::rules::testing {

// The first `count` classes, each with a seat of its own.
inline std::vector<hunt::HeroOption> one_hero_a_seat(int count) {
  std::vector<hunt::HeroOption> heroes;
  heroes.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) heroes.push_back({.seat = i, .of = static_cast<hunt::Class>(i)});
  return heroes;
}

inline hunt::HeroOption custom_hero(int seat, hunt::Symbol symbol, std::vector<hunt::HeroSkill> skills) {
  return {.seat = seat, .of = hunt::Class::custom, .symbol = symbol, .skills = std::move(skills)};
}

// Single hunts, and campaigns that end before long.
inline std::vector<hunt::Options> hunt_options() {
  using hunt::Item;
  using hunt::Skill;
  using hunt::Symbol;
  std::vector<hunt::Options> all;
  const auto add = [&](const auto& change) {
    hunt::Options options;
    change(options);
    all.push_back(options);
  };
  add([](auto&) {});
  // Each dragon alone, and two of them.
  for (int kind = 0; kind < static_cast<int>(hunt::kDragonNames.size()); ++kind) {
    add([&](auto& o) {
      o.heroes = one_hero_a_seat(2 + (kind % 2));
      o.dragons = {{static_cast<hunt::DragonKind>(kind)}};
      o.roundLimit = 5 + kind;
    });
  }
  add([](auto& o) { o.heroes = one_hero_a_seat(5); });
  add([](auto& o) {
    o.heroes = one_hero_a_seat(4);
    o.groups = {{0, 1, 1, 0}};
    o.dragonHp = {{12, 20}};
  });
  add([](auto& o) {  // places fall vacant before the second dragon
    o.heroes = one_hero_a_seat(5);
    for (const std::size_t weak : {1U, 2U, 4U}) o.heroes[weak].hpMax = 6;
    o.groups = {{0, 1, 1, 0, 1}};
    o.dragonHp = {{3, 60}};
    o.chapter = 9;
  });
  add([](auto& o) {  // new skills, and items of each kind
    o.heroes = {custom_hero(0, Symbol::magic,
                            {{Skill::shield},
                             {Skill::blessing},
                             {Skill::mend},
                             {Skill::heal},
                             {Skill::stab},
                             {Skill::cleave},
                             {Skill::drain_life, 1, hunt::Part::heal},
                             {Skill::genie}}),
                custom_hero(1, Symbol::holy,
                            {{Skill::smite},
                             {Skill::bandage},
                             {Skill::shield},
                             {Skill::heal},
                             {Skill::blessing},
                             {Skill::aimed_shot},
                             {Skill::healing_wave},
                             {Skill::herbal_medicine}}),
                custom_hero(2, Symbol::dagger,
                            {{Skill::stab},
                             {Skill::bandage},
                             {Skill::shield},
                             {Skill::heal},
                             {Skill::blessing},
                             {Skill::aimed_shot},
                             {Skill::defensive_stance},
                             {Skill::pin_down}})};
    o.heroes[0].items = {{Item::rune_magic, Item::echo_scroll}};
    o.heroes[1].items = {{Item::rune_holy, Item::rune_holy}};
    o.heroes[2].items = {{Item::fate_stone, Item::lucky_charm}};
    for (const std::size_t i : {0U, 1U}) o.heroes[i].hpMax = 60;
    for (auto& hero : o.heroes) hero.baseAc = 6;  // they last until the dragon flies off
    o.roundLimit = 12;
  });
  add([](auto& o) {  // a village with much to do, and a hero who comes dead
    o.heroes = one_hero_a_seat(3);
    o.heroes.push_back({.seat = 0, .of = hunt::Class::rogue, .xp = 30, .gold = 0, .alive = false});
    for (const std::size_t i : {0U, 1U, 2U}) o.heroes[i].xp = static_cast<int>(3 + (10 * i)), o.heroes[i].gold = 9;
    o.heroes[0].items = {{Item::whetstone, Item::dragon_mail}};
    o.chapter = 7;
    o.homecoming = true;
    o.defeatRule = hunt::DefeatRule::mercy;
    o.dragonHp = {{9}};
  });
  add([](auto& o) {  // defeats at home
    o.heroes = one_hero_a_seat(4);
    for (auto& hero : o.heroes) hero.hpMax = 5;
    o.homecoming = true;
    o.defeatRule = hunt::DefeatRule::mercy;
  });
  add([](auto& o) {  // a campaign of two hunts or three
    o.heroes = one_hero_a_seat(4);
    for (auto& hero : o.heroes) hero.hpMax = 8, hero.level = 4, hero.gold = 6;
    o.campaign = true;
    o.chapter = 9;
    o.homecoming = true;
    o.dragonHp = {{10, 10}};
  });
  return all;
}

// Beside those, which the fingerprint is of, matches with the other readings of the old guide, with gold left over, and
// with heroes who rest.
inline std::vector<hunt::Options> all_hunt_options() {
  std::vector<hunt::Options> all = hunt_options();
  for (const int max_locked : {3, hunt::kDice}) {  // a dragon whose every Fury that hurts locks a die
    hunt::Options options;
    options.heroes = one_hero_a_seat(3);
    for (auto& hero : options.heroes) hero.hpMax = 99;
    options.heroes[0].items = {{hunt::Item::rune_sword, hunt::Item::rune_dagger}};
    options.heroes[1].items = {{hunt::Item::fate_stone, hunt::Item::healing_potion}};
    options.dragons = {{hunt::DragonKind::young_black}};
    options.maxLocked = max_locked;
    all.push_back(options);
  }
  hunt::Options waves;
  waves.heroes = one_hero_a_seat(3);
  waves.heroes[1].level = 3;
  waves.heroes[2].skills = {{{hunt::Skill::healing_wave}, {hunt::Skill::heal}, {hunt::Skill::smite}}};
  waves.fourthToken = 3;
  waves.healingWave = 4;
  waves.assistOverFury = true;
  all.push_back(waves);
  hunt::Options staying;  // places fall vacant before the second dragon
  staying.heroes = one_hero_a_seat(5);
  for (const std::size_t weak : {1U, 2U, 4U}) staying.heroes[weak].hpMax = 6;
  staying.groups = {{0, 1, 1, 0, 1}};
  staying.dragonHp = {{3, 60}};
  staying.chapter = 9;
  staying.lastMayDecline = true;
  all.push_back(staying);
  hunt::Options sharing;  // 11 gold for three, two of whom one player has
  sharing.heroes = one_hero_a_seat(3);
  sharing.heroes[2].seat = 0;
  sharing.chapter = 4;
  sharing.dragons = {{hunt::DragonKind::marsh_green}};
  sharing.dragonHp = {{9}};
  sharing.homecoming = true;
  all.push_back(sharing);
  hunt::Options switching;  // a campaign of short hunts, in whose villages heroes come and go
  switching.heroes = one_hero_a_seat(3);
  for (auto& hero : switching.heroes) hero.seat = 0, hero.gold = 3, hero.hpMax = 20;
  switching.heroes[2].seat = 1;
  switching.dragonHp = {{9}};
  switching.campaign = true;
  switching.chapter = 9;
  switching.homecoming = true;
  switching.roundLimit = 5;
  all.push_back(switching);
  return all;
}

}  // namespace wyrmhall::rules::testing
