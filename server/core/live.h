// What the core tells administrators of the present, as values: copied on the core's thread, looked at elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "server/core/session.h"
#include "server/core/totals.h"

namespace wyrmhall::server {

struct LiveSession {
  std::uint64_t number = 0;
  Session::Stage stage = Session::Stage::kNew;
  AccountId account{};  // once it is signing in
  std::string name;     // likewise
  std::string client;
  Timestamp connected_at{};
  std::size_t queued_messages = 0;
  std::size_t queued_bytes = 0;
  std::vector<MatchId> matches;  // that it has open
};

struct LiveTable {
  pb::Table table;
  bool hidden = false;
};

// How many matches of a game are in memory, and how they stand.
struct LiveMatches {
  std::size_t playing = 0;  // somebody looks on or plays
  std::size_t idle = 0;     // nobody does
  std::size_t over = 0;
  std::size_t reading = 0;  // being read from the store
};

struct CoreCounts {
  std::size_t sessions = 0;
  std::size_t unsent_bytes = 0;  // that wait to be sent to all of them
  std::size_t tables = 0;
  std::uint64_t tables_looked_at = 0;  // since the beginning, whatever for
  std::size_t matches = 0;             // in memory
  std::size_t resting = 0;             // not in memory, with a clock that runs
  std::int64_t running = 0;            // matches that are not over, in memory or not
  std::uint64_t woken = 0;             // how often one at rest was read because its clock had run out
  std::size_t store_waiting = 0;
  std::size_t work_waiting = 0;     // odds
  std::size_t reports_waiting = 0;  // records, receipts, luck and stories, the one that is being made included
  std::size_t reports_at_work = 0;  // of these, with a worker
  std::size_t bot_moves_waiting = 0;
  std::size_t passwords_waiting = 0;
};

// What the metrics need of the core.
struct LiveFigures {
  CoreCounts counts;
  Totals totals;
  std::array<std::size_t, 5> sessions{};  // by Session::Stage
  std::size_t queued_messages = 0;        // to all sessions
  std::vector<LiveMatches> matches;       // in the order of all_games()
  std::size_t match_commands = 0;         // commands that wait for a match
  bool draining = false;
  bool store_refuses = false;
};

// How many of the matches that are not over are in memory.
inline std::size_t running_in_memory(const LiveFigures& figures) {
  std::size_t in_memory = 0;
  for (const LiveMatches& of : figures.matches) in_memory += of.playing + of.idle;
  return in_memory;
}
// How many of them are only on disk. A match that is being read is counted in neither.
inline std::size_t resting(const LiveFigures& figures) {
  std::size_t reading = 0;
  for (const LiveMatches& of : figures.matches) reading += of.reading;
  const auto elsewhere = static_cast<std::int64_t>(running_in_memory(figures) + reading);
  return static_cast<std::size_t>(std::max<std::int64_t>(figures.counts.running - elsewhere, 0));
}

}  // namespace wyrmhall::server
