// The decisions of Dragon Dice as DragondiceAction.
#pragma once

#include <optional>

#include "rules/dragondice/action.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/dragondice.pb.h"

namespace wyrmhall::server {

// Nothing when the message is no action of this game.
std::optional<rules::dragondice::Action> read_dragondice_action(const v1::DragondiceAction& from);
// The fields of the DragondiceAction.
void write_dragondice_action(const rules::dragondice::Action& action, MessageWriter& to);

}  // namespace wyrmhall::server
