// The options of Dragon Dice as their message.
#pragma once

#include <optional>

#include "rules/dragondice/options.h"
#include "rules/fault.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

// Why the message is no set of options, or nothing. What is absent keeps its default.
std::optional<v1::Refusal> read_dragondice_options(const v1::DragondiceOptions& from,
                                                   rules::dragondice::Options& options);
// Of options that the rules accept.
void write_dragondice_options(const rules::dragondice::Options& options, v1::DragondiceOptions& to);

// Names the option that a Fault is about, with what was given and what is allowed.
void name_dragondice_option(const rules::Fault& fault, v1::Refusal& refusal);

}  // namespace wyrmhall::server
