#include "server/games/duel/sentences.h"

#include <algorithm>

#include "rules/duel/table.h"
#include "server/games/option_fields.h"
#include "server/games/sentence_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::duel_wire {

namespace pb = wyrmhall::v1;
namespace duel = rules::duel;

namespace {

pb::DuelPhrase phrase_of(duel::ActionKind kind) {
  switch (kind) {
    case duel::ActionKind::dragon:
      return pb::DUEL_PHRASE_CHOOSE_DRAGON;
    case duel::ActionKind::claw:
      return pb::DUEL_PHRASE_CLAW;
    case duel::ActionKind::tail:
      return pb::DUEL_PHRASE_TAIL_WHIP;
    case duel::ActionKind::fire:
      return pb::DUEL_PHRASE_BREATH;
    case duel::ActionKind::wait:
      break;
  }
  return pb::DUEL_PHRASE_WAIT;
}

}  // namespace

void Sentences::say(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, MessageWriter& to) {
  const SentenceWriter arguments(to, pb::Sentence::kDuelFieldNumber, phrase_of(action.kind));
  if (action.kind == duel::ActionKind::dragon) return arguments(action.dragon);
  if (action.kind == duel::ActionKind::wait) return arguments(1);  // D-17
  const int cost = duel::cost_of(action.kind);
  arguments(action.target, cost, std::max(0, state.dragons[state.actor].energy - cost));  // D-20
}

void Sentences::place(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, PlaceWriter& on) {
  const bool own = action.kind == duel::ActionKind::dragon || action.kind == duel::ActionKind::wait;
  on.thing(pb::DuelView::kDragonsFieldNumber, own ? state.actor : action.target);
  on.group(static_cast<std::uint32_t>(phrase_of(action.kind)));
}

std::int32_t Sentences::argument(const rules::Fault& fault, std::size_t i) {
  using enum duel::Reason;
  const std::int32_t argument = fault.arguments[i];
  const auto reason = static_cast<duel::Reason>(fault.reason);
  if (i == 0 && (reason == option_range || reason == option_not_in_mode || reason == option_length)) {
    return option_field<duel::Options, pb::DuelOptions>(argument).number();
  }
  return i == 1 && reason == option_not_in_mode ? argument + 1 : argument;  // DuelMode counts from 1
}

}  // namespace wyrmhall::server::duel_wire
