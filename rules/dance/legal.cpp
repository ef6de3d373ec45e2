#include "rules/dance/legal.h"

#include <bit>
#include <string_view>

namespace wyrmhall::rules::dance {
namespace {

using Refusal = std::optional<Fault>;

constexpr Phase phase_of(ActionKind kind) {
  return static_cast<Phase>(kind);
}

// The rule that says what is decided in a phase.
constexpr std::string_view rule_of(Phase phase) {
  switch (phase) {
    case Phase::die:
      return "D1";
    case Phase::card:
      return "P1";
    case Phase::combo:
      return "C1";
    case Phase::take_back:
      return "O1";
    case Phase::over:
      break;
  }
  return "E1";
}

Refusal refuse_seat(const State& state, SeatSet waiting, Seat seat) {
  const std::string_view rule = rule_of(state.phase);
  if (seat <= kDragon && state.seats[seat].committed) return refuse(rule, Reason::already_committed);
  return refuse(rule, Reason::not_your_turn, {waiting.contains(kKnight) ? kKnight : kDragon, seat});
}

Refusal check_slot(std::string_view rule, const Side& side, std::int8_t slot) {
  if (slot == kNoDie) return std::nullopt;
  const std::uint8_t count = dice_of(side.role);
  if (slot < 0 || slot >= count) return refuse(rule, Reason::no_such_die, {slot, count});
  if (side.spent.contains(slot)) return refuse(rule, Reason::die_spent, {slot});
  return std::nullopt;
}

// D1.
Refusal check_die(const Side& side, const Action& action) {
  if (action.card != Card::none) return refuse("D1", Reason::stray_field, {number(action.kind)});
  return check_slot("D1", side, action.die);
}

// P1.
Refusal check_card(Range range, const Side& side, const Action& action) {
  if (action.die != kNoDie) return refuse("P1", Reason::stray_field, {number(action.kind)});
  if (action.card == Card::none) return refuse("P1", Reason::card_needed);
  if (action.card > Card::none) return refuse("P1", Reason::no_such_card, {number(action.card)});
  if (!side.hand.contains(action.card)) {
    const bool own = (owner_of(action.card) == kKnight) == (side.role == Role::knight);
    return refuse("P1", own ? Reason::not_in_hand : Reason::not_your_card, {number(action.card)});
  }
  if (playable_at(range).contains(action.card)) return std::nullopt;
  return refuse("P1", Reason::wrong_range, {number(action.card), number(range)});
}

// C1, R-DANCE-14. That the other card is in the hand is a condition of the phase.
Refusal check_combo(const Side& knight, const Action& action) {
  if (action.card == Card::none) {
    if (action.die == kNoDie) return std::nullopt;
    return refuse("C1", Reason::die_without_card, {action.die});
  }
  if (action.card > Card::none) return refuse("C1", Reason::no_such_card, {number(action.card)});
  const Card partner = partner_of(knight.card);
  if (action.card != partner) {
    return refuse("C1", Reason::not_the_follow_up, {number(action.card), number(partner)});
  }
  if (action.die != kNoDie && action.die == knight.die) return refuse("C1", Reason::die_chosen, {action.die});
  return check_slot("C1", knight, action.die);
}

// O1.
Refusal check_take_back(const Side& side, const Action& action) {
  if (action.die != kNoDie) return refuse("O1", Reason::stray_field, {number(action.kind)});
  if (action.card == Card::none) return std::nullopt;
  if (action.card > Card::none) return refuse("O1", Reason::no_such_card, {number(action.card)});
  if (side.back.from.contains(action.card)) return std::nullopt;
  return refuse("O1", Reason::not_returnable, {number(action.card)});
}

enum class Listed : std::uint8_t { legal, all };

void list_decisions(const State& state, Seat seat, Listed listed, ActionList& list) {
  if (!seats_to_decide(state).contains(seat)) return;
  const Side& side = state.seats[seat];
  const bool all = listed == Listed::all;
  const auto with_dice = [&](ActionKind kind, Card card) {
    list.push_back({.kind = kind, .card = card, .die = kNoDie});
    std::uint32_t left = all ? side.spent.all() : side.spent.unset() & ~Slots::bit(side.die);
    for (; left != 0; left &= left - 1) {
      list.push_back({.kind = kind, .card = card, .die = static_cast<std::int8_t>(std::countr_zero(left))});
    }
  };
  switch (state.phase) {
    case Phase::die:
      return with_dice(ActionKind::die, Card::none);
    case Phase::card:
      for (const Card card : all ? side.hand : side.hand.both(playable_at(state.range))) {
        list.push_back({.kind = ActionKind::card, .card = card});
      }
      return;
    case Phase::combo:
      list.push_back({.kind = ActionKind::combo});
      return with_dice(ActionKind::combo, partner_of(side.card));
    case Phase::take_back:
      list.push_back({.kind = ActionKind::take_back});
      for (const Card card : side.back.from) list.push_back({.kind = ActionKind::take_back, .card = card});
      return;
    case Phase::over:
      return;
  }
}

}  // namespace

std::optional<Fault> fault_in(const State& state, Seat seat, const Action& action) {
  if (state.phase == Phase::over) return refuse("E1", Reason::match_over);
  if (state.pending != Pending::none) return refuse("R2", Reason::not_now);
  const SeatSet waiting = seats_to_decide(state);
  if (!waiting.contains(seat)) return refuse_seat(state, waiting, seat);
  if (action.kind > ActionKind::take_back) {
    return refuse(rule_of(state.phase), Reason::no_such_act, {number(action.kind)});
  }
  if (phase_of(action.kind) != state.phase) {
    return refuse(rule_of(state.phase), Reason::wrong_phase, {number(action.kind), number(state.phase)});
  }
  const Side& side = state.seats[seat];
  switch (action.kind) {
    case ActionKind::die:
      return check_die(side, action);
    case ActionKind::card:
      return check_card(state.range, side, action);
    case ActionKind::combo:
      return check_combo(side, action);
    case ActionKind::take_back:
      break;
  }
  return check_take_back(side, action);
}

void list_choices(const State& state, Seat seat, ActionList& list) {
  list_decisions(state, seat, Listed::legal, list);
}

void list_candidates(const State& state, Seat seat, ActionList& list) {
  list_decisions(state, seat, Listed::all, list);
}

}  // namespace wyrmhall::rules::dance
