// What a match notes about its seats beside the game's own state: the last link of each, and since when it is waited
// on. A fold of the moves like everything else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "persistence/matches.h"
#include "rules/seat.h"

namespace wyrmhall::server {

struct SeatNotes {
  // The last link of each seat that has a chain.
  std::array<std::optional<persistence::Link>, rules::kMaxSeats> last_link;
  // For a seat that is waited on: the version of the match since which it is, and when that was.
  std::array<std::uint32_t, rules::kMaxSeats> asked_version{};
  std::array<Timestamp, rules::kMaxSeats> asked_at{};

  // The notes of a match before its first move.
  static SeatNotes open(const persistence::MatchRow& row);

  // Notes a move. `before` and `after` are the seats waited on before and after it, `version` the match's version after
  // it.
  void note(const persistence::Move& move, rules::SeatSet before, rules::SeatSet after, std::uint32_t version);
};

}  // namespace wyrmhall::server
