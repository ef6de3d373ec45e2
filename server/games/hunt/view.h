// Dice & Dragons as it is shown: the view, and the events.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/hunt/action.h"
#include "rules/hunt/event.h"
#include "rules/hunt/state.h"
#include "rules/inline_vector.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::hunt_wire {

struct View {
  static void write_view(const rules::hunt::State* before, const rules::hunt::State& now, MessageWriter& to);
  static void write_event(const rules::hunt::State& state, const rules::hunt::Event& event, MessageWriter& to);
  static bool tells_action(const rules::hunt::Action& action);
  static void write_action_event(const rules::hunt::State& before, rules::Seat seat, const rules::hunt::Action& action,
                                 MessageWriter& to);
};

// An enumerator as the wire counts it: from 1, and 0 where there is none.
template <class Enumerator>
constexpr std::uint32_t from_one(Enumerator enumerator) {
  return static_cast<std::uint32_t>(enumerator) + 1;
}
template <class Enumerator>
constexpr std::uint32_t from_one(std::optional<Enumerator> enumerator) {
  return enumerator ? from_one(*enumerator) : 0;
}
// A die that is not rolled yet shows nothing.
constexpr std::uint32_t from_one(rules::hunt::Symbol symbol) {
  return symbol == rules::hunt::Symbol::blank ? 0 : static_cast<std::uint32_t>(symbol) + 1;
}

// A set, or a list of enumerators, as bytes.
using Bytes = rules::InlineVector<std::uint8_t, 16>;
Bytes bytes_of(rules::hunt::Places places);
template <class List>
Bytes all_from_one(const List& list) {
  Bytes bytes;
  for (const auto each : list) bytes.push_back(static_cast<std::uint8_t>(from_one(each)));
  return bytes;
}

}  // namespace wyrmhall::server::hunt_wire
