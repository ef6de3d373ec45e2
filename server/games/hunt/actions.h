// Decisions of Dice & Dragons as HuntAction of protocol/wyrmhall/v1/hunt.proto.
#pragma once

#include <optional>

#include "rules/hunt/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/hunt.pb.h"

namespace wyrmhall::server {

// Nothing where the message is no decision: it says none, more than is known of it, an enumerator that there is not, or
// a set that is not in strictly ascending order.
std::optional<rules::hunt::Action> read_hunt_action(const wyrmhall::v1::HuntAction& message);

// The fields of a HuntAction.
void write_hunt_action(const rules::hunt::Action& action, MessageWriter& to);

}  // namespace wyrmhall::server
