// The options of Dragon Dice as their message.
#pragma once

#include <optional>

#include "rules/dragondice/options.h"
#include "rules/fault.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server::dragondice_wire {

struct Options {
  static std::optional<v1::Refusal> read_options(const v1::GameOptions& message, rules::dragondice::Options& options);
  static void write_options(const rules::dragondice::Options& options, v1::GameOptions& message);
  static void name_option(const rules::Fault& fault, v1::Refusal& refusal);
};

}  // namespace wyrmhall::server::dragondice_wire
