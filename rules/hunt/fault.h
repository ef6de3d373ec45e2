// Why Dice & Dragons refuses something. Each reason names the arguments of its Fault in order; an argument that is an
// Option, a HeroField, a Class, a Skill, an Item, a LevelChoice, an ActionKind or a Phase is the number of that
// enumerator.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/enumerators.h"
#include "rules/fault.h"
#include "rules/hunt/options.h"

namespace wyrmhall::rules::hunt {

enum class Reason : std::uint8_t {
  // Options.
  option_range,        // (Option, value, least, most)
  option_length,       // (Option, length, least, most)
  hero_field_range,    // (HeroField, value, least, most)
  hero_field_length,   // (HeroField, length, least, most)
  seat_missing,        // (seat): a seat above it has a hero
  class_twice,         // (Class)
  needs_symbol,        // (hero): a custom hero's, one of the five
  needs_skills,        // (hero): a custom hero's
  too_few_skills,      // (hero, length, least): a custom hero's
  skill_twice,         // (hero, Skill)
  skill_is_general,    // (hero, Skill): everybody has it
  skill_not_starting,  // (hero, Skill): a custom hero's first six are starting skills
  strike_twice,        // (hero)
  improved_wrongly,    // (hero, Skill): no such part of it can be improved
  nobody_alive,        // ()
  dragon_twice,        // (number of the dragon)
  groups_need_living,  // (heroes alive, heroes needed): all heroes must be alive
  group_sizes,         // (heroes in group 0, heroes in group 1)
  // Any action.
  match_over,         // ()
  not_now,            // (): dice are still to be thrown
  not_your_decision,  // (asking seat)
  already_voted,      // ()
  already_ready,      // ()
  no_such_act,        // (number of the kind)
  wrong_phase,        // (ActionKind, Phase)
  stray_field,        // (ActionKind): the action says something that its kind has no use for
  no_such_hero,       // (hero)
  hero_dead,          // (hero)
  hero_alive,         // (hero)
  not_own_hero,       // (hero)
  no_such_slot,       // (slot, number of items)
  // A turn.
  first_roll,     // (): all dice, or all but an assisted one
  no_roll_left,   // (most rolls)
  no_dice,        // (): at least one is needed
  too_many_dice,  // (dice, most)
  no_such_die,    // (slot, dice in play)
  not_rolled,     // (): the dice have not been rolled yet
  no_blessing,    // (hero)
  not_played_so,  // (Item): it is used with an activation
  item_active,    // (Item)
  needs_target,   // (Item)
  has_no_target,  // (Item)
  has_no_dice,    // (Item)
  not_own_skill,  // (Skill)
  not_general,    // (Skill)
  is_general,     // (Skill)
  skill_covered,  // (Skill): so it takes exactly one item to use it again
  skill_open,     // (Skill): so no item is needed to use it again
  not_a_symbol,   // (Item)
  wrong_dice,     // (Skill): the dice and symbols are not its pattern
  no_own_dragon,  // (Skill): it needs a living dragon of one's own
  wrong_targets,  // (Skill, heroes named, heroes needed)
  needs_cover,    // (): a skill is open, so one must be covered
  cover_not_own,  // (Skill)
  cover_covered,  // (Skill)
  can_activate,   // (): so failing is not allowed
  die_is_dragon,  // (slot)
  die_used,       // (slot)
  // Vacancies.
  must_step_in,  // ()
  // A village.
  choices_pending,   // (hero): nobody is ready before its levels' choices are made
  not_enough_gold,   // (hero, gold, gold needed)
  not_in_stock,      // (Item)
  must_drop,         // (): with two items one is lost
  nothing_to_drop,   // (): there is room
  items_full,        // (hero)
  gives_to_itself,   // ()
  no_such_choice,    // (hero, LevelChoice)
  not_improvable,    // (Skill)
  improved_already,  // (Skill)
  wrong_part,        // (Skill)
  known_already,     // (Skill)
  not_learnable,     // (Skill): it is no new skill with the hero's own symbol
  no_such_group,     // (number of the group)
  before_hunt,       // (): before the first hunt only choices of levels are made
  no_left_over,      // (hero): it was given no coin of what was left over, or no longer has it
  not_in_hunt,       // (hero): it took no part
  hero_rests,        // (hero)
  hero_plays,        // (hero): so it cannot come back
  no_hunt_follows,   // (): so nobody switches
  switched_already,  // (hero): it has come or gone in this village
  not_a_class,       // (): a newcomer is of one of the five
  class_taken,       // (Class): a hero of the match is of it
  match_full,        // (heroes a match has at most)
};
inline constexpr auto kReasonNames = kNamesUpTo<Reason::match_full>;

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::hunt
