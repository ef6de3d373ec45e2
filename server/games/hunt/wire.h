// What of Dice & Dragons on the wire is looked at by itself.
#pragma once

#include "rules/hunt/state.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::hunt_wire {

// The fields of Choices, of any state: the longest there can be come up in no match that one would wait for.
void write_choices(const rules::hunt::State& state, rules::Seat seat, MessageWriter& to);

}  // namespace wyrmhall::server::hunt_wire
