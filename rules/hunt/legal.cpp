#include "rules/hunt/legal.h"

#include <algorithm>

namespace wyrmhall::rules::hunt {
namespace {

using Refusal = std::optional<Fault>;
using K = ActionKind;

Phase phase_of(ActionKind kind) {
  if (kind <= K::fail) return Phase::turn;
  if (kind == K::assist) return Phase::assist;
  if (kind == K::flee) return Phase::flee;
  return kind == K::replace ? Phase::replace : Phase::village;
}

// The action with only what its kind has use for.
Action plain(const Action& action) {
  Action plain{.kind = action.kind};
  switch (action.kind) {
    case K::roll:
      plain.dice = action.dice;
      plain.yes = action.yes;
      break;
    case K::item:
      plain.slot = action.slot;
      plain.place = action.place;
      plain.dice = action.dice;
      break;
    case K::general:
      plain.cover = action.cover;
      [[fallthrough]];
    case K::skill:
      plain.skill = action.skill;
      plain.dice = action.dice;
      plain.targets = action.targets;
      plain.items = action.items;
      break;
    case K::fail:
      plain.cover = action.cover;
      break;
    case K::assist:
      plain.place = action.place;
      break;
    case K::flee:
    case K::replace:
      plain.yes = action.yes;
      break;
    case K::buy:
      plain.hero = action.hero;
      plain.item = action.item;
      plain.place = action.place;
      break;
    case K::give:
      plain.slot = action.slot;
      [[fallthrough]];
    case K::resurrect:
    case K::group:
    case K::share:
      plain.hero = action.hero;
      plain.other = action.other;
      break;
    case K::improve:
      plain.part = action.part;
      [[fallthrough]];
    case K::learn:
      plain.hero = action.hero;
      plain.skill = action.skill;
      break;
    case K::swap:
      plain.hero = action.hero;
      plain.newcomer = action.newcomer;
      if (!action.newcomer) plain.other = action.other;
      break;
    case K::ready:
      break;
  }
  return plain;
}

// A hero who is there to be healed.
Refusal check_standing(const State& state, std::string_view rule, std::size_t hero) {
  if (state.heroes[hero].alive) return std::nullopt;
  const auto index = static_cast<std::int32_t>(hero);
  if (state.heroes[hero].rests) return refuse("V9", Reason::hero_rests, {index});
  return refuse(rule, Reason::hero_dead, {index});
}

Refusal check_dice_there(const Turn& turn, Places dice) {
  const auto count = static_cast<int>(turn.dice.size());
  if (dice.empty() || dice.last() < count) return std::nullopt;
  return refuse("X2", Reason::no_such_die, {dice.last(), count});
}

// R1, R3, H2.
Refusal check_roll(const State& state, const Action& action) {
  const Turn& turn = *state.turn;
  const Places all = Places::first(static_cast<unsigned>(turn.dice.size()));
  if (auto refusal = check_dice_there(turn, action.dice)) return refusal;
  if (turn.rolls == 0) {
    if (action.yes) return refuse("R3", Reason::not_rolled);
    const bool without_kept = turn.kept && action.dice == Places::from_bits(all.bits() & ~1U);
    if (action.dice == all || without_kept) return std::nullopt;
    return refuse(turn.kept ? "H2" : "R1", Reason::first_roll);
  }
  if (action.dice.empty()) return refuse("R1", Reason::no_dice);
  if (action.yes && acting(state).blessed == 0) return refuse("R3", Reason::no_blessing, {turn.hero});
  if (!action.yes && turn.rolls >= kMaxRolls) return refuse("R1", Reason::no_roll_left, {kMaxRolls});
  return std::nullopt;
}

// I1 to I3, I5.
Refusal check_item(const State& state, const Action& action) {
  const Hero& hero = acting(state);
  if (action.slot >= hero.items.size()) {
    return refuse("I1", Reason::no_such_slot, {action.slot, static_cast<std::int32_t>(hero.items.size())});
  }
  const HeroItem& item = hero.items[action.slot];
  const ItemData& data = data_of(item.id);
  if (data.kind == ItemKind::symbol) return refuse("I6", Reason::not_played_so, {number(item.id)});
  if (data.kind == ItemKind::reuse) return refuse("I4", Reason::not_played_so, {number(item.id)});
  if (data.kind == ItemKind::heal) {
    if (!action.dice.empty()) return refuse("I3", Reason::has_no_dice, {number(item.id)});
    const int target = action.place;
    if (target < 0) return refuse("I3", Reason::needs_target, {number(item.id)});
    if (target >= length(state.heroes)) return refuse("I3", Reason::no_such_hero, {target});
    return check_standing(state, "I3", static_cast<std::size_t>(target));
  }
  const std::string_view rule = data.kind == ItemKind::reroll ? "I5" : "I2";
  if (action.place != -1) return refuse(rule, Reason::has_no_target, {number(item.id)});
  if (data.kind == ItemKind::reroll) {
    if (state.turn->rolls == 0) return refuse("I5", Reason::not_rolled);
    if (auto refusal = check_dice_there(*state.turn, action.dice)) return refusal;
    if (action.dice.empty()) return refuse("I5", Reason::no_dice);
    if (action.dice.size() <= data.value) return std::nullopt;
    return refuse("I5", Reason::too_many_dice, {action.dice.size(), data.value});
  }
  if (!action.dice.empty()) return refuse("I2", Reason::has_no_dice, {number(item.id)});
  if (item.active) return refuse("I2", Reason::item_active, {number(item.id)});
  return std::nullopt;
}

// K2, K3: what the token of a general skill or a failure covers.
Refusal check_cover(const Hero& hero, std::optional<Skill> cover) {
  if (!cover) {
    const bool open = std::ranges::find(hero.covered, 0) != hero.covered.end();
    return open ? Refusal(refuse("K2", Reason::needs_cover)) : std::nullopt;
  }
  const std::size_t place = place_on_sheet(hero, *cover);
  if (place == hero.skills.size()) return refuse("K2", Reason::cover_not_own, {number(*cover)});
  if (hero.covered[place] > 0) return refuse("K2", Reason::cover_covered, {number(*cover)});
  return std::nullopt;
}

// I4, I6: of items, symbols and where a skill is covered one to use it again.
Refusal check_items(const Hero& hero, const Action& action, bool covered) {
  const auto slots = static_cast<int>(hero.items.size());
  if (!action.items.empty() && action.items.last() >= slots) {
    return refuse("I6", Reason::no_such_slot, {action.items.last(), slots});
  }
  int reuses = 0;
  for (const unsigned slot : action.items.each()) {
    const Item item = hero.items[slot].id;
    const ItemKind kind = data_of(item).kind;
    reuses += kind == ItemKind::reuse ? 1 : 0;
    const bool fits = kind == ItemKind::symbol || (kind == ItemKind::reuse && action.kind == K::skill);
    if (!fits) return refuse("I6", Reason::not_a_symbol, {number(item)});
  }
  if (covered && reuses != 1) return refuse("K4", Reason::skill_covered, {number(action.skill)});
  if (!covered && reuses != 0) return refuse("I4", Reason::skill_open, {number(action.skill)});
  return std::nullopt;
}

Refusal check_targets(const State& state, const Action& action) {
  for (const unsigned target : action.targets.each()) {
    const auto hero = static_cast<std::int32_t>(target);
    if (target >= state.heroes.size()) return refuse("A2", Reason::no_such_hero, {hero});
    if (auto refusal = check_standing(state, "A2", target)) return refusal;
  }
  const int needed = targets_of(state, action.skill);
  if (action.targets.size() == needed) return std::nullopt;
  return refuse("A2", Reason::wrong_targets, {number(action.skill), action.targets.size(), needed});
}

// K1, K2, Y1 to Y4, P4.
Refusal check_activation(const State& state, const Action& action) {
  const Turn& turn = *state.turn;
  const Hero& hero = acting(state);
  if (turn.rolls == 0) return refuse("K1", Reason::not_rolled);
  bool covered = false;
  if (action.kind == K::skill) {
    const std::size_t place = place_on_sheet(hero, action.skill);
    if (action.skill == Skill::jab || action.skill == Skill::treat_wounds) {
      return refuse("K2", Reason::is_general, {number(action.skill)});
    }
    if (place == hero.skills.size()) return refuse("K1", Reason::not_own_skill, {number(action.skill)});
    covered = hero.covered[place] > 0;
  } else if (action.skill != Skill::jab && action.skill != Skill::treat_wounds) {
    return refuse("K2", Reason::not_general, {number(action.skill)});
  }
  if (auto refusal = check_items(hero, action, covered)) return refusal;
  if (attacks(action.skill) && hero.facing == kNoDragon) {
    return refuse("P4", Reason::no_own_dragon, {number(action.skill)});
  }
  if (auto refusal = check_dice_there(turn, action.dice)) return refusal;
  Counts counts = symbols_of(hero, action.items);
  for (const unsigned die : action.dice.each()) counts.add(turn.dice[die]);
  if (!forms(data_of(action.skill).pattern, counts)) {
    return refuse(action.kind == K::skill ? "K1" : "K2", Reason::wrong_dice, {number(action.skill)});
  }
  if (auto refusal = check_targets(state, action)) return refusal;
  return action.kind == K::general ? check_cover(hero, action.cover) : std::nullopt;
}

// K3, R-HUNT-5.
Refusal check_fail(const State& state, const Action& action) {
  if (state.turn->rolls == 0) return refuse("K3", Reason::not_rolled);
  if (can_activate(state)) return refuse("K3", Reason::can_activate);
  return check_cover(acting(state), action.cover);
}

// H1.
Refusal check_assist(const State& state, const Action& action) {
  const Turn& turn = *state.turn;
  const int die = action.place;
  if (die == -1) return std::nullopt;
  const int count = length(turn.dice);
  if (die < 0 || die >= count) return refuse("H1", Reason::no_such_die, {die, count});
  if (turn.dice[static_cast<std::size_t>(die)] == Symbol::dragon) return refuse("H1", Reason::die_is_dragon, {die});
  if (turn.used.contains(static_cast<unsigned>(die))) return refuse("H1", Reason::die_used, {die});
  return std::nullopt;
}

Refusal check_seat(const State& state, Seat seat) {
  if (seats_to_decide(state).contains(seat)) return std::nullopt;
  if (state.phase == Phase::flee && state.votes.contains(seat)) return refuse("E3", Reason::already_voted);
  if (state.phase == Phase::village && state.village->ready.contains(seat)) return refuse("V7", Reason::already_ready);
  return refuse("T1", Reason::not_your_decision, {seat});
}

}  // namespace

SeatSet seats_to_decide(const State& state) {
  if (state.throws.purpose != ThrowFor::none) return {};
  switch (state.phase) {
    case Phase::turn:
    case Phase::assist:
      return {acting(state).seat};
    case Phase::flee:
      return SeatSet::from_bits(seats_alive(state).bits() & ~state.votes.bits());
    case Phase::replace:
      return {state.heroes[hero_asked(state)].seat};
    case Phase::village:
      return SeatSet::from_bits(Places::first(static_cast<unsigned>(seats_of(state))).bits() &
                                ~state.village->ready.bits());
    case Phase::over:
      break;
  }
  return {};
}

int targets_of(const State& state, Skill skill) {
  return std::min<int>(data_of(skill).targets, living(state));
}

Counts symbols_of(const Hero& hero, Places items) {
  Counts counts;
  for (const unsigned slot : items.each()) {
    const ItemData& data = data_of(hero.items[slot].id);
    if (data.kind == ItemKind::symbol) counts.add(static_cast<Symbol>(data.value));
  }
  return counts;
}

bool can_activate(const State& state) {
  const Hero& hero = acting(state);
  const Counts counts = count(*state.turn);
  if (can_form(data_of(Skill::treat_wounds).pattern, counts)) return true;
  for (std::size_t i = 0; i < hero.skills.size(); ++i) {
    const Skill skill = hero.skills[i].id;
    if (hero.covered[i] > 0 || (attacks(skill) && hero.facing == kNoDragon)) continue;
    if (can_form(data_of(skill).pattern, counts)) return true;
  }
  return false;
}

std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action) {
  if (state.throws.purpose != ThrowFor::none) return refuse("F1", Reason::not_now);
  if (state.phase == Phase::over) return refuse("V7", Reason::match_over);
  if (auto refusal = check_seat(state, seat)) return refusal;
  const K last = state.options.version >= kHeroesSwitch ? K::swap : K::ready;
  if (action.kind > last) return refuse("T1", Reason::no_such_act, {number(action.kind)});
  const bool calls = action.kind == K::flee && action.yes && state.phase == Phase::turn && state.turn->rolls > 0 &&
                     state.options.version >= kFlightIsCalled;
  if (!calls && phase_of(action.kind) != state.phase) {
    return refuse("T1", Reason::wrong_phase, {number(action.kind), number(state.phase)});
  }
  if (plain(action) != action) return refuse("T1", Reason::stray_field, {number(action.kind)});
  switch (action.kind) {
    case K::roll:
      return check_roll(state, action);
    case K::item:
      return check_item(state, action);
    case K::skill:
    case K::general:
      return check_activation(state, action);
    case K::fail:
      return check_fail(state, action);
    case K::assist:
      return check_assist(state, action);
    case K::flee:
      if (calls && state.votes.contains(seat)) return refuse("E3", Reason::already_voted);
      return std::nullopt;
    case K::replace:
      if (action.yes || !is_forced(state)) return std::nullopt;
      return refuse("P7", Reason::must_step_in);
    default:
      return fault_in_village(state, seat, action);
  }
}

}  // namespace wyrmhall::rules::hunt
