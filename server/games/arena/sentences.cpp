#include "server/games/arena/sentences.h"

#include "server/games/arena/view.h"
#include "server/games/option_fields.h"
#include "server/games/sentence_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::arena_wire {

namespace pb = wyrmhall::v1;
namespace arena = rules::arena;

namespace {

pb::ArenaPhrase phrase_of(const arena::State& state, arena::ActionKind kind) {
  switch (kind) {
    case arena::ActionKind::allocate:
      return pb::ARENA_PHRASE_ALLOCATE;
    case arena::ActionKind::pair:
      return pb::ARENA_PHRASE_PAIR;
    case arena::ActionKind::place:
      return pb::ARENA_PHRASE_PLACE;
    case arena::ActionKind::eliminate:
      return pb::ARENA_PHRASE_ELIMINATE;
    case arena::ActionKind::modify:
      return pb::ARENA_PHRASE_MODIFY;
    case arena::ActionKind::trigger:
      break;
  }
  return state.to_move == arena::Species::fire ? pb::ARENA_PHRASE_COMBUSTION : pb::ARENA_PHRASE_BLIZZARD;
}

}  // namespace

void Sentences::say(const arena::State& state, rules::Seat /*seat*/, const arena::Action& action, MessageWriter& to) {
  const SentenceWriter arguments(to, pb::Sentence::kArenaFieldNumber, phrase_of(state, action.kind));
  const auto power_on = [&](std::uint8_t square) { return state.board[square].power; };
  switch (action.kind) {
    case arena::ActionKind::allocate:
      return;
    case arena::ActionKind::pair:
      return arguments(action.power, arena::kMaxPower + 1 - action.power);
    case arena::ActionKind::place:
      return arguments(action.power, action.square);
    case arena::ActionKind::eliminate:
      return arguments(action.square, action.to, power_on(action.square), power_on(action.to));
    case arena::ActionKind::modify:
      return arguments(action.square, power_on(action.square), action.power);
    case arena::ActionKind::trigger:
      break;
  }
  arguments(action.square, power_on(action.square), weakened(state, action));
  if (state.to_move != arena::Species::fire) arguments(action.to == arena::kNowhere ? -1 : action.to);
}

void Sentences::place(const arena::State& state, rules::Seat seat, const arena::Action& action, PlaceWriter& on) {
  const auto pool = [&](arena::Species species) { on.thing(pb::ArenaView::kPoolsFieldNumber, key(species)); };
  const auto square = [&](std::uint8_t number) { on.thing(pb::ArenaView::kBoardFieldNumber, number); };
  switch (action.kind) {
    case arena::ActionKind::allocate:
      pool(arena::species_of(state.setup, seat));
      break;
    case arena::ActionKind::pair:
      pool(state.to_move);
      break;
    case arena::ActionKind::place:
    case arena::ActionKind::modify:
      square(action.square);
      break;
    case arena::ActionKind::eliminate:
      square(action.square);
      square(action.to);
      break;
    case arena::ActionKind::trigger:
      square(action.square);
      if (action.to != arena::kNowhere) square(action.to);
      break;
  }
  on.group(static_cast<std::uint32_t>(phrase_of(state, action.kind)));
}

void Sentences::say_form(const arena::State& state, rules::Seat /*seat*/, const rules::Form& /*form*/,
                         MessageWriter& to) {
  to.number(pb::Sentence::kArenaFieldNumber, phrase_of(state, arena::ActionKind::allocate));
}

void Sentences::place_form(const arena::State& state, rules::Seat seat, const rules::Form& /*form*/, PlaceWriter& on) {
  place(state, seat, {.kind = arena::ActionKind::allocate}, on);
}

void Sentences::say_part(const arena::State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/,
                         std::size_t part, MessageWriter& to) {
  SentenceWriter(to, pb::Sentence::kArenaFieldNumber, pb::ARENA_PHRASE_POWER)(part + 1);
}

std::int32_t Sentences::argument(const rules::Fault& fault, std::size_t i) {
  using enum arena::Reason;
  const std::int32_t argument = fault.arguments[i];
  const auto reason = static_cast<arena::Reason>(fault.reason);
  if (i == 0 && (reason == option_range || reason == not_in_solo)) {
    return option_field<arena::Options, pb::ArenaOptions>(argument).number();
  }
  if (i == 0 && (reason == wrong_phase || reason == stray_field)) return argument + 1;  // fields of ArenaAction
  return i == 1 && reason == wrong_phase ? argument + 1 : argument;                     // ArenaPhase counts from 1
}

}  // namespace wyrmhall::server::arena_wire
