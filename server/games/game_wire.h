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
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

namespace pb = wyrmhall::v1;

// What a game's adapter says of it, all static. Names that the .proto files do not have stop the program when it
// starts.
template <class W>
concept GameWire = rules::Game<typename W::Game> &&
                   requires(const typename W::Game::Options& options, typename W::Game::Options& options_read,
                            const typename W::Game::State& state, const typename W::Game::State* before,
                            const typename W::Game::Action& action, const typename W::Game::Event& event,
                            const rules::Fault& fault, const pb::GameOptions& options_message,
                            pb::GameOptions& options_written, const pb::GameAction& action_message,
                            pb::Refusal& refusal, rules::Seat seat, MessageWriter& to, PlaceWriter& on) {
                     { W::kMinPlayers } -> std::convertible_to<std::uint32_t>;
                     { W::kMaxPlayers } -> std::convertible_to<std::uint32_t>;
                     { W::kMinDecisions } -> std::convertible_to<std::uint32_t>;  // GameKind::shortest_match()
                     { W::kMaxMoves } -> std::convertible_to<std::uint32_t>;      // GameKind::longest_match()

                     // Why the message is no set of options, or nothing.
                     { W::read_options(options_message, options_read) } -> std::same_as<std::optional<pb::Refusal>>;
                     W::write_options(options, options_written);
                     // Says which option a Fault of the options is about.
                     W::name_option(fault, refusal);

                     // Nothing when the message is no action of this game.
                     { W::read_action(action_message) } -> std::same_as<std::optional<typename W::Game::Action>>;
                     // The fields of its GameAction.
                     W::write_action(action, to);

                     // Of its GameView what changed; all where `before` is null.
                     W::write_view(before, state, to);

                     // Of its GameEvent; `state` may be any of the match since the event.
                     W::write_event(state, event, to);
                     // Whether an action is itself an event that the rules do not tell of, and that event as everybody
                     // may hear it; `state` is that before the action.
                     { W::tells_action(action) } -> std::same_as<bool>;
                     W::write_action_event(state, seat, action, to);

                     // Of the Sentence of a choice, and what of the view it is about.
                     W::say(state, seat, action, to);
                     W::place(state, seat, action, on);

                     // The names of the reasons of its Faults, and the enum of its sentences, where each stands behind
                     // the prefix in capitals; the field of Sentence for these; an argument of a Fault as sentences
                     // have it.
                     { W::kReasonNames[0] } -> std::convertible_to<std::string_view>;
                     { W::kPhrasePrefix } -> std::convertible_to<std::string_view>;
                     { W::phrases() } -> std::same_as<const google::protobuf::EnumDescriptor&>;
                     { W::kPhraseField } -> std::convertible_to<int>;
                     { W::argument(fault, std::size_t{}) } -> std::same_as<std::int32_t>;
                   };

// Of each reason, which sentence explains it.
template <GameWire Wire>
const auto& phrases_of_reasons() {
  static const auto kPhrases = [] {
    std::array<int, Wire::kReasonNames.size()> phrases{};
    std::ranges::transform(Wire::kReasonNames, phrases.begin(), [](std::string_view reason) {
      return phrase_named(Wire::phrases(), Wire::kPhrasePrefix, reason);
    });
    return phrases;
  }();
  return kPhrases;
}

// Writes the Sentence of a Fault.
template <GameWire Wire>
void explain(const rules::Fault& fault, MessageWriter& to) {
  to.number(Wire::kPhraseField, phrases_of_reasons<Wire>()[fault.reason]);
  const MessageWriter::Packed arguments(to, pb::Sentence::kArgumentsFieldNumber);
  for (std::size_t i = 0; i < fault.arguments.size(); ++i) arguments.add_signed(Wire::argument(fault, i));
}

template <GameWire Wire>
pb::Refusal refuse_by_rule(pb::RefusalCode code, const rules::Fault& fault) {
  pb::Refusal refusal = refuse(code, fmt::format("rule {} forbids it", fault.rule));
  refusal.set_rule(std::string(fault.rule));
  *refusal.mutable_reason() = message_of<pb::Sentence>([&](MessageWriter& to) { explain<Wire>(fault, to); });
  return refusal;
}

// A game that counts what may come of an action: Figures has add(before, after, events, probability) for each outcome
// of an action, and then write(message), which says nothing where there is nothing to say.
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
