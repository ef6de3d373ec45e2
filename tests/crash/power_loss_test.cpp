// The power goes at any moment of the store's work, or while it comes back: no acknowledged move is lost.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <random>
#include <string>

#include "tests/crash/power_cut_vfs.h"
#include "tests/persistence/appender.h"
#include "tests/persistence/forked.h"
#include "tests/persistence/sqlite_testing.h"
#include "tests/support/effort.h"

namespace wyrmhall::crash {
namespace {

namespace testing = persistence::testing;

// Plays until the power goes at that operation, and notes what was acknowledged.
void play_until_cut(const persistence::SqliteOptions& options, std::uint64_t operations, std::uint64_t seed,
                    testing::Told& told) {
  testing::Forked child([&](int pipe) {
    ::alarm(60);  // should it stall, it fails and does not hang
    install_power_cut_vfs(operations, seed);
    testing::append_forever(options, pipe);
  });
  testing::note_told(child.read_all(), told);
}

TEST_CASE("no acknowledged move is lost when the power goes") {
  std::uint64_t moves = 0;
  const int cuts = tests::cases(90);
  for (int cut = 0; cut < cuts; ++cut) {
    CAPTURE(cut);
    const auto seed = static_cast<std::uint64_t>(cut);
    std::mt19937_64 random(seed);
    // With a short journal nearly every group folds matches out of it; the log is copied back all the more often.
    const std::int64_t journal_bytes = cut % 3 == 0 ? testing::kShortJournal : 10'000;
    const std::uint64_t longest = cut % 3 == 1 ? 60 : cut % 3 == 2 ? 1'000 : 12'000;
    const testing::ScratchFolder folder;
    const persistence::SqliteOptions options{.folder = folder.path(), .journal_bytes = journal_bytes};
    testing::Told told;
    play_until_cut(options, 1 + random() % longest, random(), told);
    // Every other time it goes again at once, while the store recovers or shortly after.
    if (cut % 2 == 0) play_until_cut(options, 1 + random() % 40, random(), told);
    for (const auto& [number, count] : told) moves += count;
    CHECK(testing::lost(folder, journal_bytes, told) == 0);
  }
  CHECK(moves > static_cast<std::uint64_t>(100 * cuts));
  MESSAGE(moves, " moves were acknowledged before ", cuts, " cuts");
}

TEST_CASE("without waiting for the disk, a power cut does lose moves: the cuts are real") {
  std::uint64_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 10 && lost == 0; ++seed) {
    const testing::ScratchFolder folder;
    const persistence::SqliteOptions options{.folder = folder.path(), .full_sync = false};
    testing::open(folder.path()).close();  // however long its tables take to make, the cut comes while moves are kept
    testing::Told told;
    play_until_cut(options, 300, seed, told);
    // The database itself must be whole all the same.
    lost += testing::lost(folder, options.journal_bytes, told);
  }
  CHECK(lost > 0);
}

}  // namespace
}  // namespace wyrmhall::crash
