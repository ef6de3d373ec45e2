// What the adapter of a game has to offer, and how the reasons of its rules are said.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/fault.h"
#include "rules/form.h"
#include "rules/game.h"
#include "server/games/described.h"
#include "server/games/place_writer.h"
#include "server/games/refusals.h"
#include "server/games/sentence_writer.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

namespace pb = wyrmhall::v1;

// The field of a GameOptions, GameAction, GameView, GameEvent or Sentence that is this game's: the one with its name.
template <class Message, rules::Game G>
const google::protobuf::FieldDescriptor& field_of_game() {
  static const google::protobuf::FieldDescriptor& kField = field_named(*Message::descriptor(), G::code_name);
  return kField;
}

// What a game's adapter says of it, all static. It is put together from parts, each in a file of that name: options,
// actions, view, sentences. Names that the .proto files do not have stop the program when it starts. If options are not
// read or written as their fields say (option_fields.h), it also has
//   read_options(message, options)   why the message, which has options of this game, is no set of options, or nothing
//   write_options(options, message)
// and if something is left to seats
//   seats_bring()                    its SeatGame (seat_game.h)
template <class W>
concept GameWire = rules::Game<typename W::Game> &&
                   requires(const typename W::Game::State& state, const typename W::Game::State* before,
                            const typename W::Game::Action& action, const typename W::Game::Event& event,
                            const rules::Fault& fault, const pb::GameAction& action_message, pb::Refusal& refusal,
                            rules::Seat seat, MessageWriter& to, PlaceWriter& on) {
                     { W::kMinPlayers } -> std::convertible_to<std::uint32_t>;
                     { W::kMaxPlayers } -> std::convertible_to<std::uint32_t>;
                     { W::kMinDecisions } -> std::convertible_to<std::uint32_t>;  // GameKind::shortest_match()
                     { W::kMaxMoves } -> std::convertible_to<std::uint32_t>;      // GameKind::longest_match()

                     // Names the option that a Fault of the options is about, with what was given and is allowed.
                     W::name_option(fault, refusal);

                     // Nothing when the message is no action of this game.
                     { W::read_action(action_message) } -> std::same_as<std::optional<typename W::Game::Action>>;
                     // The fields of the message of its actions.
                     W::write_action(action, to);

                     // The fields of its view that changed; all if `before` is null.
                     W::write_view(before, state, to);

                     // The fields of the message of its events; `state` may be any of the match since the event.
                     W::write_event(state, event, to);
                     // Whether an action is itself an event that the rules do not tell of, and that event as everybody
                     // may hear it; `state` is the one before the action.
                     { W::tells_action(action) } -> std::same_as<bool>;
                     W::write_action_event(state, seat, action, to);

                     // Writes the Sentence of a choice, and what of the view it is about.
                     W::say(state, seat, action, to);
                     W::place(state, seat, action, on);

                     // The names of the reasons of its Faults, each of which has a phrase: DUEL_PHRASE_FULL_ENERGY is
                     // that of full_energy in a game called duel. An argument of a Fault as sentences have it.
                     { W::kReasonNames[0] } -> std::convertible_to<std::string_view>;
                     { W::argument(fault, std::size_t{}) } -> std::same_as<std::int32_t>;
                   };

// Which sentence explains each reason.
template <GameWire Wire>
const auto& phrases_of_reasons() {
  static const auto kPhrases = [] {
    using G = typename Wire::Game;
    const auto& of_game = *field_of_game<pb::Sentence, G>().enum_type();
    std::array<int, Wire::kReasonNames.size()> phrases{};
    std::ranges::transform(Wire::kReasonNames, phrases.begin(), [&](std::string_view reason) {
      return phrase_named(of_game, {}, fmt::format("{}_phrase_{}", G::code_name, reason));
    });
    return phrases;
  }();
  return kPhrases;
}

// Writes the Sentence of a Fault.
template <GameWire Wire>
void explain(const rules::Fault& fault, MessageWriter& to) {
  const int game = field_of_game<pb::Sentence, typename Wire::Game>().number();
  const SentenceWriter say(to, game, phrases_of_reasons<Wire>()[fault.reason]);
  for (std::size_t i = 0; i < fault.arguments.size(); ++i) say(Wire::argument(fault, i));
}

// Writes the GameAction of an action.
template <GameWire Wire>
void write_game_action(const typename Wire::Game::Action& action, MessageWriter& to) {
  const MessageWriter::Nested own(to, field_of_game<pb::GameAction, typename Wire::Game>().number());
  Wire::write_action(action, to);
}
template <GameWire Wire>
pb::GameAction game_action(const typename Wire::Game::Action& action) {
  return message_of<pb::GameAction>([&](MessageWriter& to) { write_game_action<Wire>(action, to); });
}

template <GameWire Wire>
pb::Refusal refuse_by_rule(pb::RefusalCode code, const rules::Fault& fault) {
  pb::Refusal refusal = refuse(code, fmt::format("rule {} forbids it", fault.rule));
  refusal.set_rule(std::string(fault.rule));
  *refusal.mutable_reason() = message_of<pb::Sentence>([&](MessageWriter& to) { explain<Wire>(fault, to); });
  return refusal;
}

// A game that counts what may come of an action: Figures has add(before, after, events, probability) for each outcome
// of an action, and then write(message), which writes nothing if there is nothing to say.
template <class Wire>
concept CountedWire = requires { typename Wire::Figures; };

// A game in which an action can have thousands of outcomes works out what may come of one in figures of its own,
// without going through them: figures(state, action, odds), whether it has any. Then no outcomes are listed.
template <class Wire>
concept FiguredWire =
    requires(const typename Wire::Game::State& state, const typename Wire::Game::Action& action, pb::GameOdds& odds) {
      { Wire::figures(state, action, odds) } -> std::same_as<bool>;
    };

// Whether a match's log keeps forms as they were filled in (rules/form.h).
template <GameWire Wire>
inline constexpr bool kKeepsForms = rules::FillsByState<typename Wire::Game>;

}  // namespace wyrmhall::server
