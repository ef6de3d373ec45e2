// The options of Dragon Duel as their message.
#pragma once

#include "rules/duel/options.h"
#include "rules/fault.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server::duel_wire {

struct Options {
  static void write_options(const rules::duel::Options& options, v1::GameOptions& message);
  static void name_option(const rules::Fault& fault, v1::Refusal& refusal);
};

}  // namespace wyrmhall::server::duel_wire
