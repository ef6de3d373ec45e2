// Dice & Dragons as everybody sees it: the view and the events of protocol/wyrmhall/v1/hunt.proto.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/hunt/event.h"
#include "rules/hunt/state.h"
#include "rules/inline_vector.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// The fields of its GameView that changed; all where `before` is null.
void write_hunt_view(const rules::hunt::State* before, const rules::hunt::State& now, MessageWriter& to);

// The fields of its GameEvent.
void write_hunt_event(const rules::hunt::Event& event, MessageWriter& to);

// An enumerator as the wire counts it: from 1, and 0 where there is none.
template <class Enumerator>
constexpr std::uint32_t hunt_number(Enumerator enumerator) {
  return static_cast<std::uint32_t>(enumerator) + 1;
}
template <class Enumerator>
constexpr std::uint32_t hunt_number(std::optional<Enumerator> enumerator) {
  return enumerator ? hunt_number(*enumerator) : 0;
}
// A die that is not rolled yet shows nothing.
constexpr std::uint32_t hunt_number(rules::hunt::Symbol symbol) {
  return symbol == rules::hunt::Symbol::blank ? 0 : static_cast<std::uint32_t>(symbol) + 1;
}

// A set, or a list of enumerators, as bytes.
using HuntBytes = rules::InlineVector<std::uint8_t, 16>;
HuntBytes hunt_bytes(rules::hunt::Places places);
template <class List>
HuntBytes hunt_numbers(const List& list) {
  HuntBytes bytes;
  for (const auto each : list) bytes.push_back(static_cast<std::uint8_t>(hunt_number(each)));
  return bytes;
}

}  // namespace wyrmhall::server
