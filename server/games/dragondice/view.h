// Dragon Dice as it is shown: the view, and the events.
#pragma once

#include <cstdint>

#include "rules/dragondice/action.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/state.h"
#include "rules/inline_vector.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::dragondice_wire {

struct View {
  static void write_view(const rules::dragondice::State* before, const rules::dragondice::State& now,
                         MessageWriter& to);
  static void write_event(const rules::dragondice::State& state, const rules::dragondice::Event& event,
                          MessageWriter& to);
  static bool tells_action(const rules::dragondice::Action& action);
  static void write_action_event(const rules::dragondice::State& before, rules::Seat seat,
                                 const rules::dragondice::Action& action, MessageWriter& to);
};

// DragondiceRegenerate.pick
inline constexpr std::int32_t kPickSaves = -1;
inline constexpr std::int32_t kPickDone = -2;

// A set as `bytes`.
template <class Set>
rules::InlineVector<std::uint8_t, Set::kMaxIndices> bytes_of(const Set& set) {
  rules::InlineVector<std::uint8_t, Set::kMaxIndices> bytes;
  for (const unsigned each : set.each()) bytes.push_back(static_cast<std::uint8_t>(each));
  return bytes;
}

}  // namespace wyrmhall::server::dragondice_wire
