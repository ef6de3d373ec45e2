// What the core has counted since it began. Plain numbers of the core's one thread: counting costs a turn some
// nanoseconds, and they are copied when the metrics are asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "persistence/histogram.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

struct GameTotals {
  std::uint64_t started = 0;
  std::array<std::uint64_t, v1::OutcomeReason_ARRAYSIZE> ended{};  // by OutcomeReason
  std::array<std::uint64_t, 6> turns{};                            // by persistence::MoveKind
};

struct Totals {
  static constexpr std::size_t kGames = 16;

  std::array<GameTotals, kGames> games{};  // in the order of all_games()
  std::array<std::uint64_t, v1::RefusalCode_ARRAYSIZE> refusals{};
  std::uint64_t crowded_out = 0;  // connections that were ended since too much waited for all of them
  std::uint64_t guests_expired = 0;
  std::uint64_t guests = 0;  // accounts that were made
  // Microseconds from when a seat's command came in until the updates that it led to were handed over to be sent.
  persistence::Histogram<> turn_time;
};

}  // namespace wyrmhall::server
