// The view and the events of Dragon Dice (protocol/wyrmhall/v1/dragondice.proto, dragondice_event.proto).
#pragma once

#include <cstdint>

#include "rules/dragondice/event.h"
#include "rules/dragondice/places.h"
#include "rules/dragondice/state.h"
#include "rules/inline_vector.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// DragondiceRegenerate.pick
inline constexpr std::int32_t kPickSaves = -1;
inline constexpr std::int32_t kPickDone = -2;

// A set as `bytes`.
template <class Set>
rules::InlineVector<std::uint8_t, Set::kMaxIndices> dragondice_bytes(const Set& set) {
  rules::InlineVector<std::uint8_t, Set::kMaxIndices> bytes;
  for (const unsigned each : set.each()) bytes.push_back(static_cast<std::uint8_t>(each));
  return bytes;
}

// Of the GameView what changed; all where `before` is null.
void write_dragondice_view(const rules::dragondice::State* before, const rules::dragondice::State& now,
                           MessageWriter& to);
// The fields of the GameEvent.
void write_dragondice_event(const rules::dragondice::Event& event, MessageWriter& to);

}  // namespace wyrmhall::server
