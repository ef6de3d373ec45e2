// What the counting for /metrics costs a turn: exactly what the core does for each recorded move (MatchActor::count),
// the look at the clock included.
//
//   counting_bench [SECONDS]     of processor time that are measured (default 1)
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "server/core/totals.h"

namespace {

using namespace wyrmhall::server;

constexpr int kBatch = 100'000;

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  Totals totals;
  std::uint64_t turns = 0;
  const std::int64_t began_at = now();
  const std::clock_t began = std::clock();
  double elapsed = 0;
  while (elapsed < seconds) {
    for (int i = 0; i < kBatch; ++i) {
      // Moves come in at various times before they are kept, of various games and kinds.
      const std::int64_t received_at = began_at - (i & 0xffff);
      GameTotals& game = totals.games[static_cast<std::size_t>(i & 1)];
      ++game.turns[static_cast<std::size_t>(i % 5)];
      totals.turn_time.count(static_cast<std::uint64_t>(now() - received_at));
    }
    turns += kBatch;
    elapsed = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  }
  std::uint64_t counted = 0;
  for (const std::uint64_t count : totals.turn_time.counts) counted += count;
  if (counted != turns) return EXIT_FAILURE;
  std::printf("counting a turn: %.1f ns\n", 1e9 * elapsed / static_cast<double>(turns));
}
