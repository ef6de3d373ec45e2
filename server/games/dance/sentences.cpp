#include "server/games/dance/sentences.h"

#include "rules/dance/cards.h"
#include "server/games/option_fields.h"
#include "server/games/sentence_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dance_wire {

namespace pb = wyrmhall::v1;
namespace dance = rules::dance;

namespace {

pb::DancePhrase phrase_of(const dance::Action& action) {
  switch (action.kind) {
    case dance::ActionKind::die:
      return action.die == dance::kNoDie ? pb::DANCE_PHRASE_NO_DIE : pb::DANCE_PHRASE_DIE;
    case dance::ActionKind::card:
      return pb::DANCE_PHRASE_CARD;
    case dance::ActionKind::combo:
      return action.card == dance::Card::none ? pb::DANCE_PHRASE_PASS : pb::DANCE_PHRASE_FOLLOW_UP;
    case dance::ActionKind::take_back:
      break;
  }
  return action.card == dance::Card::none ? pb::DANCE_PHRASE_DECLINE : pb::DANCE_PHRASE_TAKE_BACK;
}

}  // namespace

void Sentences::say(const dance::State& state, rules::Seat seat, const dance::Action& action, MessageWriter& to) {
  const pb::DancePhrase phrase = phrase_of(action);
  const SentenceWriter arguments(to, pb::Sentence::kDanceFieldNumber, phrase);
  const dance::Side& side = state.seats[seat];
  const auto card = static_cast<std::int32_t>(action.card);
  const std::uint8_t column = dance::column_of(side, action.die);
  switch (phrase) {
    case pb::DANCE_PHRASE_DIE:
      return arguments(action.die, column);
    case pb::DANCE_PHRASE_CARD:
      return arguments(card, dance::column_of(side, side.die));
    case pb::DANCE_PHRASE_FOLLOW_UP:
      return arguments(card, action.die, column, dance::rules_of(action.card).damage[column]);
    case pb::DANCE_PHRASE_TAKE_BACK:
      return arguments(card);
    default:
      return;
  }
}

void Sentences::place(const dance::State& /*state*/, rules::Seat seat, const dance::Action& action, PlaceWriter& on) {
  using Field = pb::DanceView;
  if (action.card != dance::Card::none) {
    on.thing(Field::kCardsFieldNumber, static_cast<std::uint32_t>(action.card));
  }
  if (action.die != dance::kNoDie) {
    on.thing(Field::kDiceFieldNumber, seat, static_cast<std::uint32_t>(action.die));
  }
  on.group(static_cast<std::uint32_t>(phrase_of(action)));
}

std::int32_t Sentences::argument(const rules::Fault& fault, std::size_t i) {
  using enum dance::Reason;
  const std::int32_t argument = fault.arguments[i];
  const auto reason = static_cast<dance::Reason>(fault.reason);
  if (i == 0 && reason == option_range) {
    return option_field<dance::Options, pb::DanceOptions>(argument).number();
  }
  if (i == 0 && (reason == wrong_phase || reason == stray_field)) return argument + 1;  // fields of DanceAction
  if (i == 1 && (reason == wrong_phase || reason == wrong_range)) return argument + 1;  // these count from 1
  return argument;
}

}  // namespace wyrmhall::server::dance_wire
