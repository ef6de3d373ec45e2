// What tests look at by itself of Dice & Dragons on the wire.
#pragma once

#include "rules/hunt/state.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server::hunt_wire {

// The fields of Choices, of any state: the longest that there can be come up in no match that a test could wait for.
void write_choices(const rules::hunt::State& state, rules::Seat seat, MessageWriter& to);

}  // namespace wyrmhall::server::hunt_wire
