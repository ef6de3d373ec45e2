// Options and actions of Dice & Dragons as clients send them.
#pragma once

#include "rules/hunt/options.h"
#include "server/games/option_fields.h"
#include "tests/server/harness.h"

namespace wyrmhall::test {

inline pb::GameOptions hunt_options(const rules::hunt::Options& options) {
  pb::GameOptions message;
  server::write_option_fields(options, *message.mutable_hunt());
  return message;
}

inline pb::GameAction hunt_action(auto&& change) {
  pb::GameAction action;
  change(*action.mutable_hunt());
  return action;
}

inline pb::GameAction flee(bool yes) {
  return hunt_action([&](pb::HuntAction& a) { a.set_flee(yes); });
}

}  // namespace wyrmhall::test
