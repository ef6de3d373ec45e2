// What may be decided: the one place that judges an action (legal.cpp, legal_village.cpp), and the lists and forms made
// of it (choices.cpp).
#pragma once

#include <cstdint>
#include <optional>

#include "rules/form.h"
#include "rules/hunt/action.h"
#include "rules/hunt/fault.h"
#include "rules/hunt/pattern.h"
#include "rules/hunt/state.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::hunt {

// More actions than five equal dice, two runes and eight open skills come to.
using ActionList = InlineVector<Action, 4'000>;

SeatSet seats_to_decide(const State& state);

// Why an action is refused, or nothing.
std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action);
// The same for an action of a village, of the right kind and by a seat that is not ready yet.
std::optional<Fault> fault_in_village(const State& state, Seat seat, const Action& action);

// K3: whether an own skill or a general one can be activated, items left aside.
bool can_activate(const State& state);

// T2: what is decided for a seat that is waited on and ran out of time. It spends no item.
Action time_out_action(const State& state, Seat seat);

// How many heroes a skill names as targets now.
int targets_of(const State& state, Skill skill);

// What the symbol items among these slots add, and whether they are what an activation of the skill takes: one item to
// use it again where it is covered, and none otherwise.
Counts symbols_of(const Hero& hero, Places items);

// L3, L4: whether the hero's first pending choice leaves anything to choose.
bool can_improve(const HeroSkill& skill, Part part);
bool can_learn(const Hero& hero, Skill skill);
bool has_level_choice(const Hero& hero);

// All but what the forms below say.
void list_choices(const State& state, Seat seat, ActionList& list);

// The forms, by number. Those of rolling have a part for each of the five dice, 1 where it is thrown. Those of
// activations have one for the dice and items and, where the skill names targets, one for these: the values are sets,
// with die or hero i the bit i, and behind the dice the items by their slots. In those of general skills, as in that of
// failing, another part is the skill that is covered: by its number from 1, or 0 where none is open. An item that heals
// has the hero that it is for.
//
// In a village, a hero's purchase has the item, by its number from 1. With a full pack it is an exchange, which also
// has the slot that is lost for it, from 1. A gift has the slot, from 1 too, and the hero that gets it. A coin that was
// left over has the hero that gets it. A resurrection has the hero that comes back and the one that pays. A level's
// choice has the skill, by its number from 1. A change of groups has the hero and the group. A switch to a newcomer has
// the hero that rests and the class, by its number from 1. A switch to a hero that rests is a form for each hero that
// would rest instead, and has the hero that comes back.
inline constexpr std::uint8_t kRollForm = 1;
inline constexpr std::uint8_t kBlessingForm = 2;
inline constexpr std::uint8_t kRerollForm = 3;  // + the item's slot
inline constexpr std::uint8_t kHealForm = 5;    // + the item's slot
inline constexpr std::uint8_t kFailForm = 7;
inline constexpr std::uint8_t kGeneralForm = 8;  // + the skill - jab
inline constexpr std::uint8_t kResurrectForm = 10;
inline constexpr std::uint8_t kGroupForm = 11;
inline constexpr std::uint8_t kNewcomerForm = 12;
inline constexpr std::uint8_t kSkillForm = 16;                               // + the skill
inline constexpr std::uint8_t kBuyForm = kSkillForm + kOwnSkills;            // + the hero
inline constexpr std::uint8_t kExchangeForm = kBuyForm + kMaxHeroes;         // + the hero
inline constexpr std::uint8_t kGiveForm = kExchangeForm + kMaxHeroes;        // + the hero
inline constexpr std::uint8_t kLearnForm = kGiveForm + kMaxHeroes;           // + the hero
inline constexpr std::uint8_t kImproveForm = kLearnForm + kMaxHeroes;        // + 2 * the hero + the part
inline constexpr std::uint8_t kShareForm = kImproveForm + (2 * kMaxHeroes);  // + the hero
inline constexpr std::uint8_t kBackForm = kShareForm + kMaxHeroes;           // + the hero
inline constexpr std::uint8_t kFormsEnd = kBackForm + kMaxHeroes;
// In a set of dice and items, numbers below this are dice, and the others are items.
inline constexpr unsigned kFirstItem = kDice;

// What a skill of the sheet, a general one, a roll and an item can come to, and failing; or in a village for each hero
// a purchase, a gift, a coin, one who comes back for it and two choices, and for all a resurrection, a change of groups
// and a newcomer.
using FormList = InlineVector<Form, (6 * kMaxHeroes) + 3>;
static_assert(FormList::capacity() >= kMaxSheet + 2 + 2 + kMaxItems + 1);
void list_forms(const State& state, Seat seat, FormList& forms);

// Nothing where there is no such form, or it has another number of parts.
std::optional<Action> action_filled(std::uint32_t form, Filling filling);

// The own skills that cannot be activated with the dice as they are, and what a village sells that none of the seat's
// heroes can pay, for the richest of them.
void list_candidates(const State& state, Seat seat, ActionList& list);

}  // namespace wyrmhall::rules::hunt
