// What may be decided: the one place that judges an action (legal.cpp, legal_attack.cpp), the lists made of
// it (choices.cpp), and the forms (forms.cpp).
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dragondice/action.h"
#include "rules/dragondice/action_list.h"
#include "rules/dragondice/fault.h"
#include "rules/dragondice/state.h"
#include "rules/form.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::dragondice {

SeatSet seats_to_decide(const State& state);

// Why an action is refused, or nothing.
std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action);
// The same for an action of the kind that is asked for, by the seat that is asked.
std::optional<Fault> fault_in_attack(const State& state, Seat seat, const Action& action);

// The dragon that the seat designates for next; kNone where there is none.
constexpr std::uint8_t next_to_designate(const State& state, Seat seat) {
  for (const std::uint8_t dragon : state.attack.dragons) {
    if (state.dragons[dragon].owner == seat && state.attack.targets[dragon] == kOpen) return dragon;
  }
  return kNone;
}

// The unit whose special icon is asked about.
constexpr std::uint8_t special_unit(const State& state) {
  return static_cast<std::uint8_t>(state.attack.response.specials.first());
}

// DR-16: whether the running session may exchange these two, as far as species and health go.
inline bool is_pair(const State& state, unsigned unit, unsigned with) {
  const UnitData& lower = data_of(state, unit);
  const UnitData& upper = data_of(state, with);
  if (lower.species != upper.species || upper.health <= lower.health) return false;
  const Promotion& promotion = state.attack.promotion;
  const int most = promotion.purpose == Purpose::wild_growth ? promotion.budget : 1;
  return upper.health - lower.health <= most;
}

// DR-14: Bash can be turned on these.
constexpr Dragons bash_targets(const State& state) {
  Dragons dragons;
  for (const unsigned dragon : state.attack.on_army.each()) {
    if (state.attack.damage[dragon] > 0) dragons.insert(dragon);
  }
  return dragons;
}

// what it costs the marching player to call a dragon.
constexpr int call_cost(const State& state, unsigned dragon) {
  return is_white(state.dragons[dragon].type) ? state.options.call_cost_white : state.options.call_cost;
}

// Forms, whose numbers say what they are for. Parts that stand for units of a kind are those of the army at the time.
inline constexpr std::uint8_t kAllocateForm = 1;  // + the pool: a part each for melee, missile and saves
inline constexpr std::uint8_t kLossForm = 4;      // of each kind of unit, in the order of their lowest: the health lost
inline constexpr std::uint8_t kRegroupForm = 5;   // + the place it comes from: the unit, and where to
inline constexpr std::uint8_t kRegenerateForm = 9;  // the unit that comes back
inline constexpr std::uint8_t kCallForm = 10;       // + the dragon: where to
inline constexpr std::uint8_t kPromoteForm = 16;    // + the unit of the army: the one that takes its place
// + the dragons slain by missiles, as a set: a part for each of the others that attack the army, the melee results
// spent on it.
inline constexpr std::uint8_t kHitsForm = 80;
inline constexpr std::size_t kMaxForms = 1U << kMaxDragons;
using FormList = InlineVector<Form, kMaxForms>;
// At most this many ways of slaying dragons are listed; more are a form.
inline constexpr std::size_t kMaxListedHits = 9;

// All but what the forms say.
void list_choices(const State& state, Seat seat, ActionList& list);
void list_forms(const State& state, Seat seat, FormList& forms);
// Nothing where there is no such form, or it has another number of parts.
std::optional<Action> action_filled(const State& state, std::uint32_t form, Filling filling);

// Each dragon that could be called, to one terrain: what keeps it from one terrain keeps it from all.
void list_candidates(const State& state, Seat seat, ActionList& list);

}  // namespace wyrmhall::rules::dragondice
