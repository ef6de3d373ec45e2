// The options of Dragons Arena as their message.
#pragma once

#include "rules/arena/options.h"
#include "rules/fault.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server::arena_wire {

struct Options {
  static void write_options(const rules::arena::Options& options, v1::GameOptions& message);
  static void name_option(const rules::Fault& fault, v1::Refusal& refusal);
};

}  // namespace wyrmhall::server::arena_wire
