// The lists and the form of what may be decided.
#include "rules/dragondice/answers.h"

namespace wyrmhall::rules::dragondice {
namespace {

// Whether the question is one that the form asks: more points than a part has values for are listed one by one.
bool has_form(const State& state) {
  if (!state.asking || state.step != Step::allocate) return false;
  const Response& response = state.attack.response;
  return response.pools[response.shared].points < kMaxFormValues;
}

}  // namespace

void list_choices(const State& state, Seat seat, ActionList& list) {
  if (!seats_to_decide(state).contains(seat) || has_form(state)) return;
  each_answer(state, seat, [&](const Action& action) {
    list.push_back(action);
    return true;
  });
}

void list_forms(const State& state, Seat seat, FormList& forms) {
  if (!has_form(state) || !seats_to_decide(state).contains(seat)) return;
  const Response& response = state.attack.response;
  const Share& share = response.pools[response.shared];
  Form form;
  form.number = static_cast<std::uint8_t>(kAllocateForm + index(share.pool));
  form.sum_least = form.sum_most = share.points;
  Form::Values values;
  for (std::uint8_t value = 0; value <= share.points; ++value) values.push_back(value);
  for (int part = 0; part < 3; ++part) form.parts.push_back(values);
  forms.push_back(form);
}

std::optional<Action> action_filled(std::uint32_t form, Filling filling) {
  constexpr std::uint32_t kMaxPoints = 255;  // what fits into an action; no pool has so many points
  if (form < kAllocateForm || form >= kAllocateForm + kPoolNames.size() || filling.size() != 3) return std::nullopt;
  const auto points = [&](std::size_t part) { return static_cast<std::uint8_t>(std::min(filling[part], kMaxPoints)); };
  return Action{.kind = ActionKind::allocate,
                .pool = static_cast<Pool>(form - kAllocateForm),
                .melee = points(0),
                .missile = points(1),
                .save = points(2)};
}

void list_candidates(const State& state, Seat seat, ActionList& list) {
  if (state.step != Step::call || !seats_to_decide(state).contains(seat)) return;
  for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
    for (int to = 0; to < kTerrainsInPlay; ++to) {
      if (state.dragons[dragon].at == terrain_place(to)) continue;
      list.push_back({.kind = ActionKind::call, .dragon = static_cast<std::uint8_t>(dragon), .to = terrain_place(to)});
    }
  }
}

}  // namespace wyrmhall::rules::dragondice
