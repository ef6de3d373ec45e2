// The options of Dragon Dance, which are read and written as their fields say.
#pragma once

#include "rules/fault.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server::dance_wire {

struct Options {
  static void name_option(const rules::Fault& fault, v1::Refusal& refusal);
};

}  // namespace wyrmhall::server::dance_wire
