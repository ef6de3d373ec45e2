#include "rules/arena/legal.h"

#include <algorithm>
#include <numeric>

namespace wyrmhall::rules::arena {
namespace {

using Refusal = std::optional<Fault>;

Phase phase_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::allocate:
      return Phase::allocate;
    case ActionKind::pair:
      return Phase::pair;
    case ActionKind::place:
      return Phase::place;
    case ActionKind::eliminate:
    case ActionKind::modify:
    case ActionKind::trigger:
      break;
  }
  return Phase::duel;
}

// Whether the action says only what its kind has use for.
bool is_plain(const Action& action) {
  Action plain{.kind = action.kind};
  switch (action.kind) {
    case ActionKind::allocate:
      plain.powers = action.powers;
      break;
    case ActionKind::pair:
      plain.power = action.power;
      break;
    case ActionKind::place:
    case ActionKind::modify:
      plain.square = action.square;
      plain.power = action.power;
      break;
    case ActionKind::eliminate:
    case ActionKind::trigger:
      plain.square = action.square;
      plain.to = action.to;
      break;
  }
  return plain == action;
}

Refusal check_power(std::string_view rule, int power, int most = kMaxPower) {
  if (power >= 1 && power <= most) return std::nullopt;
  return refuse(rule, Reason::power_range, {power, 1, most});
}

Refusal check_square(std::string_view rule, std::uint8_t square) {
  if (square < kSquares) return std::nullopt;
  return refuse(rule, Reason::no_such_square, {square, kSquares});
}

// R-ARENA-27.
Refusal check_allocation(const State& state, const Action& action) {
  const std::string_view rule = state.setup.placement == Placement::big ? "A-12" : "A-13";
  for (const std::uint8_t power : action.powers) {
    if (auto refusal = check_power(rule, power)) return refusal;
  }
  if (!std::ranges::is_sorted(action.powers)) return refuse(rule, Reason::powers_not_sorted);
  const int sum = std::accumulate(action.powers.begin(), action.powers.end(), 0);
  if (state.setup.placement == Placement::big && sum != kBigSum) {
    return refuse(rule, Reason::wrong_sum, {sum, kBigSum});
  }
  return std::nullopt;
}

//
Refusal check_place(const State& state, const Action& action) {
  if (auto refusal = check_square("A-18", action.square)) return refusal;
  if (!state.pool[index(state.to_move)].contains(action.power)) {
    return refuse("A-18", Reason::not_in_pool, {action.power});
  }
  if (state.board[action.square].species != Species::none) {
    return refuse("A-18", Reason::square_taken, {action.square});
  }
  return std::nullopt;
}

//
Refusal check_eliminate(const State& state, const Action& action) {
  for (const std::uint8_t square : {action.square, action.to}) {
    if (auto refusal = check_square("A-23", square)) return refusal;
    if (state.board[square].species == Species::none) return refuse("A-23", Reason::square_empty, {square});
  }
  const Die& own = state.board[action.square];
  const Die& enemy = state.board[action.to];
  if (own.species != state.to_move) return refuse("A-23", Reason::dragon_is_enemy, {action.square});
  if (enemy.species == state.to_move) return refuse("A-23", Reason::dragon_is_own, {action.to});
  if ((neighbours(action.square) & bit(action.to)) == 0) {
    return refuse("A-22", Reason::not_adjacent, {action.square, action.to});
  }
  if (beats(own.power, enemy.power)) return std::nullopt;
  const bool special = own.power == kMaxPower && enemy.power == 1;
  return refuse(special ? "A-25" : "A-24", Reason::too_strong, {own.power, enemy.power});
}

//
Refusal check_modify(const State& state, const Action& action) {
  if (auto refusal = check_square("A-30", action.square)) return refusal;
  if (auto refusal = check_power("A-30", action.power)) return refusal;
  const Die& die = state.board[action.square];
  if (die.species == Species::none) return refuse("A-30", Reason::square_empty, {action.square});
  if (is_opponent(state.setup, state.to_move)) return refuse("A-59", Reason::opponent_modifies);
  if (layout_of(state).can_eliminate(state.to_move)) return refuse("A-28", Reason::must_eliminate);
  if (die.field) return refuse("A-31", Reason::has_field, {action.square});
  if (die.power == action.power) return refuse("A-30", Reason::same_power, {action.square, action.power});
  return std::nullopt;
}

//
Refusal check_trigger(const State& state, const Action& action) {
  if (!state.setup.master) return refuse("A-44", Reason::no_powers);
  if (auto refusal = check_square("A-46", action.square)) return refusal;
  const Die& target = state.board[action.square];
  if (target.species == Species::none) return refuse("A-46", Reason::square_empty, {action.square});
  if (target.species == state.to_move) return refuse("A-46", Reason::dragon_is_own, {action.square});
  const Layout layout = layout_of(state);
  if ((layout.in_power(state.to_move) & bit(action.square)) == 0) {
    return refuse("A-46", Reason::no_one_beside, {action.square});
  }
  if (!is_moved(state, action.square, layout.empty())) {
    if (action.to == kNowhere) return std::nullopt;
    return refuse("A-52", Reason::no_destination, {action.square});
  }
  if (action.to == kNowhere) return refuse("A-52", Reason::destination_needed, {action.square});
  if (auto refusal = check_square("A-52", action.to)) return refusal;
  if ((layout.empty() & bit(action.to)) == 0) return refuse("A-52", Reason::square_taken, {action.to});
  return std::nullopt;
}

}  // namespace

SeatSet seats_to_decide(const State& state) {
  if (state.pending != Pending::none || state.phase == Phase::over) return {};
  if (state.phase != Phase::allocate) return {seat_of(state.setup, state.to_move)};
  SeatSet seats;
  for (const Species species : kSpecies) {
    if (state.pool[index(species)].empty()) seats.insert(seat_of(state.setup, species));
  }
  return seats;
}

std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action) {
  if (state.phase == Phase::over) return refuse("A-40", Reason::match_over);
  if (state.pending != Pending::none) return refuse("A-10", Reason::not_now);
  if (state.phase == Phase::allocate) {
    if (seat > 1) return refuse("A-12", Reason::not_your_turn, {0, seat});
    if (!seats_to_decide(state).contains(seat)) return refuse("A-12", Reason::already_committed);
  } else if (const Seat decides = seat_of(state.setup, state.to_move); seat != decides) {
    return refuse("A-20", Reason::not_your_turn, {decides, seat});
  }
  if (action.kind > ActionKind::trigger) return refuse("A-21", Reason::no_such_act, {number(action.kind)});
  if (phase_of(action.kind) != state.phase) {
    return refuse("A-21", Reason::wrong_phase, {number(action.kind), number(state.phase)});
  }
  if (!is_plain(action)) return refuse("A-21", Reason::stray_field, {number(action.kind)});
  switch (action.kind) {
    case ActionKind::allocate:
      return check_allocation(state, action);
    case ActionKind::pair:
      return check_power("A-17", action.power, kMaxLow);
    case ActionKind::place:
      return check_place(state, action);
    case ActionKind::eliminate:
      return check_eliminate(state, action);
    case ActionKind::modify:
      return check_modify(state, action);
    case ActionKind::trigger:
      break;
  }
  return check_trigger(state, action);
}

void list_choices(const State& state, Seat seat, ActionList& list) {
  const Choices choices(state, seat);
  for (std::size_t n = 0; n < choices.size(); ++n) list.push_back(choices[n]);
}

void list_plain_choices(const State& state, Seat seat, ActionList& list) {
  if (state.phase != Phase::allocate) list_choices(state, seat, list);
}

void list_forms(const State& state, Seat seat, FormList& forms) {
  if (state.phase != Phase::allocate || !seats_to_decide(state).contains(seat)) return;
  Form form{.number = kAllocationForm, .parts = {}, .interchangeable = true};  // R-ARENA-27: in ascending order
  Form::Values powers;
  for (std::uint8_t power = 1; power <= kMaxPower; ++power) powers.push_back(power);
  for (int i = 0; i < kDragonsEach; ++i) form.parts.push_back(powers);
  if (state.setup.placement == Placement::big) form.sum_least = form.sum_most = kBigSum;
  forms.push_back(form);
}

std::optional<Action> action_filled(std::uint32_t form, Filling powers) {
  Action action{.kind = ActionKind::allocate};
  if (form != kAllocationForm || powers.size() != action.powers.size()) return std::nullopt;
  // What is far out of the range stays so.
  std::ranges::transform(powers, action.powers.begin(),
                         [](std::uint32_t power) { return static_cast<std::uint8_t>(std::min(power, 254U)); });
  std::ranges::sort(action.powers);
  return action;
}

void list_candidates(const State& state, Seat seat, ActionList& list) {
  if (state.phase != Phase::duel || !seats_to_decide(state).contains(seat)) return;
  const Layout layout = layout_of(state);
  for (Squares own = layout.of[index(state.to_move)]; own != 0; own = without_lowest(own)) {
    const std::uint8_t from = lowest(own);
    Squares beside = static_cast<Squares>(neighbours(from) & layout.enemies(state.to_move));
    for (; beside != 0; beside = without_lowest(beside)) {
      list.push_back({.kind = ActionKind::eliminate, .square = from, .to = lowest(beside)});
    }
  }
  for (Squares dragons = layout.taken(); dragons != 0; dragons = without_lowest(dragons)) {
    const std::uint8_t square = lowest(dragons);
    const std::uint8_t power = state.board[square].power == kMaxPower ? 1 : kMaxPower;
    list.push_back({.kind = ActionKind::modify, .square = square, .power = power});
  }
}

}  // namespace wyrmhall::rules::arena
