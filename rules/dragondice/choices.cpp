// The lists of what may be decided.
#include "rules/dragondice/answers.h"

namespace wyrmhall::rules::dragondice {
namespace {

// Whether an answer is listed by itself in a question that has forms.
bool stands_alone(const Action& action) {
  switch (action.kind) {
    case ActionKind::promote:
    case ActionKind::regroup:
      return action.unit == kNone;
    case ActionKind::regenerate:
      return action.pick == kSaves || action.pick == kDone;
    case ActionKind::call:
      return action.dragon == kNone;
    default:
      return false;
  }
}

}  // namespace

void list_choices(const State& state, Seat seat, ActionList& list) {
  if (!seats_to_decide(state).contains(seat)) return;
  FormList forms;
  list_forms(state, seat, forms);
  each_answer(state, seat, [&](const Action& action) {
    if (forms.empty() || stands_alone(action)) list.push_back(action);
    return true;
  });
}

void list_candidates(const State& state, Seat seat, ActionList& list) {
  if (state.step != Step::call || !seats_to_decide(state).contains(seat)) return;
  for (unsigned dragon = 0; dragon < state.dragons.size(); ++dragon) {
    const Place to = terrain_place(state.dragons[dragon].at == terrain_place(0) ? 1 : 0);
    list.push_back({.kind = ActionKind::call, .dragon = static_cast<std::uint8_t>(dragon), .to = to});
  }
}

}  // namespace wyrmhall::rules::dragondice
