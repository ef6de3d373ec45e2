// Forms of what may be decided, and what a filling comes to.
#include <algorithm>
#include <span>

#include "rules/dragondice/answers.h"

namespace wyrmhall::rules::dragondice {
namespace {

using K = ActionKind;

std::uint8_t byte(unsigned number) {
  return static_cast<std::uint8_t>(number);
}

Form form_of(unsigned number) {
  Form form;
  form.number = byte(number);
  return form;
}

// The units of a kind in an army.
struct Kind {
  UnitType type = 0;
  Units members{};
};
using Kinds = InlineVector<Kind, kMaxUnits>;

// In the order of their lowest.
Kinds kinds_of(const State& state, Units army) {
  Kinds kinds;
  for (const unsigned unit : army.each()) {
    const UnitType type = state.units[unit].type;
    auto* const found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return kind.type == type; });
    const auto at = static_cast<std::size_t>(found - kinds.begin());
    if (at == kinds.size()) kinds.push_back({.type = type});
    kinds[at].members.insert(unit);
  }
  return kinds;
}

bool asks_for_loss(const State& state) {
  return state.step == Step::casualties || state.step == Step::breath_kills;
}

// DR-19: all ways have the same health, the most there can be. What a part is given is health too, so that the form's
// sum says it.
void list_loss(const State& state, FormList& forms) {
  const Units army = army_of(state);
  Form form = form_of(kLossForm);
  form.sum_least = form.sum_most = static_cast<std::uint32_t>(most_of(sums_of(state, army), health_at_stake(state)));
  for (const Kind& kind : kinds_of(state, army)) {
    const unsigned health = unit_data(kind.type).health;
    Form::Values values;
    for (unsigned lost = 0; lost <= static_cast<unsigned>(kind.members.size()); ++lost) {
      values.push_back(byte(lost * health));
    }
    form.parts.push_back(values);
  }
  forms.push_back(form);
}

std::optional<Action> loss_filled(const State& state, Filling filling) {
  if (!asks_for_loss(state)) return std::nullopt;
  const Kinds kinds = kinds_of(state, army_of(state));
  if (filling.size() != kinds.size()) return std::nullopt;
  Action action{.kind = K::casualties};
  if (state.step == Step::breath_kills) {
    action.kind = K::breath_kills;
    action.dragon = state.attack.breather;
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::uint32_t health = unit_data(kinds[i].type).health;
    std::uint32_t lost = filling[i] / health;
    // What is not a number of these units is no answer: it says something that the kind has no use for.
    if (filling[i] % health != 0 || lost > static_cast<std::uint32_t>(kinds[i].members.size())) action.unit = 0;
    for (const unsigned unit : kinds[i].members.each()) {
      if (lost == 0) break;
      action.units.insert(unit);
      --lost;
    }
  }
  return action;
}

//
void list_regroup(const State& state, FormList& forms) {
  if (state.regrouped >= state.options.regroup) return;
  for (unsigned from = 0; from <= kReserve.number; ++from) {
    const Units units = lowest_of_each(state, units_at(state, state.seat, {byte(from)}));
    if (units.empty()) continue;
    Form form = form_of(kRegroupForm + from);
    Form::Values movers;
    for (const unsigned unit : units.each()) movers.push_back(byte(unit));
    form.parts.push_back(movers);
    Form::Values places;
    for (unsigned to = 0; to <= kReserve.number; ++to) {
      if (to != from) places.push_back(byte(to));
    }
    form.parts.push_back(places);
    forms.push_back(form);
  }
}

// A form for each thing of which there are several answers: `thing` and `value` say what an answer gives to which.
template <class Thing, class Value>
void list_by_thing(const State& state, Seat seat, unsigned first, Thing thing, Value value, FormList& forms) {
  Form form;
  each_answer(state, seat, [&](const Action& action) {
    const std::uint8_t what = thing(action);
    if (what == kNone) return true;
    if (form.number != first + what) {
      if (form.number != 0) forms.push_back(form);
      form = form_of(first + what);
      form.parts.push_back({});
    }
    form.parts[0].push_back(value(action));
    return true;
  });
  if (form.number != 0) forms.push_back(form);
}

// DR-14: for each set of dragons that missiles can slay, one form.
void list_hits(const State& state, FormList& forms) {
  const Attack& attack = state.attack;
  int ways = 0;
  each_answer(state, state.seat, [&](const Action&) { return ++ways <= static_cast<int>(kMaxListedHits); });
  if (ways <= static_cast<int>(kMaxListedHits)) return;
  for (unsigned set = 0; set < kMaxForms; ++set) {
    const Dragons shot = Dragons::from_bits(byte(set));
    if (!shot.without(attack.on_army).empty()) continue;
    int needed = 0;
    for (const unsigned dragon : shot.each()) needed += need(state, dragon);
    if (needed > attack.totals.missile) continue;
    Form form = form_of(kHitsForm + set);
    for (const unsigned dragon : attack.on_army.without(shot).each()) {
      Form::Values values = {0};
      if (need(state, dragon) <= attack.totals.melee)
        values.push_back(byte(static_cast<unsigned>(need(state, dragon))));
      form.parts.push_back(values);
    }
    form.sum_most = attack.totals.melee;
    forms.push_back(form);
  }
}

std::optional<Action> hits_filled(const State& state, Dragons shot, Filling filling) {
  const Dragons others = state.attack.on_army.without(shot);
  if (state.step != Step::hits || filling.size() != static_cast<std::size_t>(others.size())) return std::nullopt;
  Action action{.kind = K::hits};
  for (const unsigned dragon : shot.each()) action.slay.set(dragon, Hit::missile);
  std::size_t part = 0;
  for (const unsigned dragon : others.each()) {
    const std::uint32_t spent = filling[part++];
    if (spent == 0) continue;
    action.slay.set(dragon, Hit::melee);
    if (spent != static_cast<std::uint32_t>(need(state, dragon))) action.unit = 0;  // as in a loss
  }
  return action;
}

// DR-11: more points than a part has values for are listed one by one.
void list_allocate(const State& state, FormList& forms) {
  const Response& response = state.attack.response;
  const Share& share = response.pools[response.shared];
  if (share.points >= kMaxFormValues) return;
  Form form = form_of(kAllocateForm + static_cast<unsigned>(index(share.pool)));
  form.sum_least = form.sum_most = share.points;
  Form::Values values;
  for (std::uint8_t value = 0; value <= share.points; ++value) values.push_back(value);
  for (int part = 0; part < 3; ++part) form.parts.push_back(values);
  forms.push_back(form);
}

}  // namespace

void list_forms(const State& state, Seat seat, FormList& forms) {
  if (!seats_to_decide(state).contains(seat)) return;
  switch (state.step) {
    case Step::breath_kills:
    case Step::casualties:
      return list_loss(state, forms);
    case Step::promote:
      return list_by_thing(
          state, seat, kPromoteForm, [](const Action& action) { return action.unit; },
          [](const Action& action) { return action.other; }, forms);
    case Step::regenerate:
      return list_by_thing(
          state, seat, kRegenerateForm,
          [](const Action& action) { return action.pick == kSaves || action.pick == kDone ? kNone : std::uint8_t{0}; },
          [](const Action& action) { return action.pick.number; }, forms);
    case Step::allocate:
      return list_allocate(state, forms);
    case Step::hits:
      return list_hits(state, forms);
    case Step::regroup:
      return list_regroup(state, forms);
    case Step::call:
      return list_by_thing(
          state, seat, kCallForm, [](const Action& action) { return action.dragon; },
          [](const Action& action) { return action.to.number; }, forms);
    default:
      return;
  }
}

std::optional<Action> action_filled(const State& state, std::uint32_t form, Filling filling) {
  constexpr std::uint32_t kMaxByte = 255;  // what fits into an action; nothing has such a number
  const auto value = [&](std::size_t part) { return byte(std::min(filling[part], kMaxByte)); };
  const auto parts = [&](std::size_t needed) { return filling.size() == needed; };
  if (form == kLossForm) return loss_filled(state, filling);
  if (form >= kHitsForm) {
    if (form >= kHitsForm + kMaxForms) return std::nullopt;
    return hits_filled(state, Dragons::from_bits(byte(form - kHitsForm)), filling);
  }
  if (form >= kPromoteForm) {
    if (!parts(1)) return std::nullopt;
    return Action{.kind = K::promote, .unit = byte(form - kPromoteForm), .other = value(0)};
  }
  if (form >= kCallForm) {
    if (!parts(1)) return std::nullopt;
    return Action{.kind = K::call, .dragon = byte(form - kCallForm), .to = {value(0)}};
  }
  if (form == kRegenerateForm) {
    if (!parts(1) || state.step != Step::regenerate) return std::nullopt;
    Action action{.kind = K::regenerate, .unit = special_unit(state), .pick = {value(0)}};
    if (action.pick.number >= state.units.size()) action.dragon = 0;  // as in a loss
    return action;
  }
  if (form >= kRegroupForm) {
    if (!parts(2)) return std::nullopt;
    Action action{.kind = K::regroup, .unit = value(0), .to = {value(1)}};
    const bool there = action.unit < state.units.size() && state.units[action.unit].at.number == form - kRegroupForm;
    if (!there) action.dragon = 0;  // a unit of another place does not belong to this form: as in a loss
    return action;
  }
  if (form < kAllocateForm || !parts(3)) return std::nullopt;
  return Action{.kind = K::allocate,
                .pool = static_cast<Pool>(form - kAllocateForm),
                .melee = value(0),
                .missile = value(1),
                .save = value(2)};
}

}  // namespace wyrmhall::rules::dragondice
