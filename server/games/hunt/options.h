// The options of Dice & Dragons, which are read and written as their fields say.
#pragma once

#include "rules/fault.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server::hunt_wire {

struct Options {
  static void name_option(const rules::Fault& fault, v1::Refusal& refusal);
};

}  // namespace wyrmhall::server::hunt_wire
