// What all parts of the lobby work on: the tables, the indexes that find them, and what the lobby knows about people.
#pragma once

#include "server/cluster/placement.h"
#include "server/core/address_count.h"
#include "server/core/earning.h"
#include "server/core/environment.h"
#include "server/core/session.h"
#include "server/lobby/blocks.h"
#include "server/lobby/encounters.h"
#include "server/lobby/lapses.h"
#include "server/lobby/running_matches.h"
#include "server/lobby/table_index.h"
#include "server/lobby/tables.h"

namespace wyrmhall::server {

struct LobbyState {
  const Environment& environment;
  const cluster::Placement& placement;  // says which server is to run a match
  const Sessions& sessions;
  RunningMatches& running;
  Tables tables = {};
  TableIndex index = {};
  AddressCount addresses = {};  // seats at tables, by the address of who took them
  Blocks blocks = {};
  Lapses lapses = {};
  Encounters encounters = {};
  bool draining = false;  // no new tables and no new starts
  NuggetRule nugget_rule = NuggetRule::kAlways;

  [[nodiscard]] Timestamp now() const { return environment.clock.now(); }
};

}  // namespace wyrmhall::server
