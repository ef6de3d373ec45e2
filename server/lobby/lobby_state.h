// What all parts of the lobby work on: the tables, the indexes that find them, and what the lobby knows about people.
#pragma once

#include <cstdint>
#include <optional>

#include "persistence/rules_in_use.h"
#include "server/cluster/placement.h"
#include "server/core/address_count.h"
#include "server/core/earning.h"
#include "server/core/environment.h"
#include "server/core/session.h"
#include "server/games/registry.h"
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
  // What all servers of the store play by. Nothing where this one is alone.
  std::optional<persistence::RulesInUse> rules_in_use = std::nullopt;

  [[nodiscard]] Timestamp now() const { return environment.clock.now(); }

  // By which version of its rules new matches of a game are played. Nothing while not every server knows the game.
  [[nodiscard]] std::optional<std::uint32_t> rules_of(const GameKind& kind) const {
    if (!rules_in_use) return kind.newest_version();
    const auto found = rules_in_use->find(kind.offer().game());
    return found == rules_in_use->end() ? std::nullopt : std::optional(found->second);
  }
};

}  // namespace wyrmhall::server
